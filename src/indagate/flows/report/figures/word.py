"""The few words that figures add of themselves, in the languages that are worded; others read English."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "gaps": "Gaps: no data.",
        "log": "Logarithmic scale.",
        "largest": "The {shown} largest of {all}.",
        "ends": "Of {all}, the {shown} that grew most and the {shown} that grew least.",
        "thinned": "Drawn from {shown} of {all} points, every low and high kept.",
        "sampled": "{shown} of {all} points are drawn, evenly picked.",
        "count": "Count",
        "median": "median",
        "boxes": "Box: the middle half and the median; whiskers: 1.5 times its height; dots: values beyond.",
        "no_data": "no data",
        "others": "{count} others",
        "share": "share",
        "figure": "Figure",
        "source": "Source",
        "sums": "Sums of others are not ranked: {names}.",
    },
    "ru": {
        "gaps": "Разрывы линии: данных нет.",
        "log": "Логарифмическая шкала.",
        "largest": "Показаны {shown} крупнейших из {all}.",
        "ends": "Из {all} показаны {shown} с наибольшим и {shown} с наименьшим ростом.",
        "thinned": "Показано {shown} точек из {all}; все минимумы и максимумы сохранены.",
        "sampled": "Показаны {shown} точек из {all}, выбранных равномерно.",
        "count": "Число наблюдений",
        "median": "медиана",
        "boxes": "Ящик: средняя половина значений и медиана; усы: 1,5 его высоты; точки: значения за ними.",
        "no_data": "нет данных",
        "others": "остальные ({count})",
        "share": "доля",
        "figure": "Рисунок",
        "source": "Источник",
        "sums": "Суммы других показателей не сравниваются: {names}.",
    },
}

WORDS["zh"] = WORDS["en"] | {
    "gaps": "断线处没有数据。",
    "log": "对数刻度。",
    "largest": "{all} 项中最大的 {shown} 项。",
    "thinned": "共 {all} 个点，绘出 {shown} 个，保留全部高点和低点。",
    "sampled": "均匀选取并绘出 {all} 个点中的 {shown} 个。",
    "count": "数量",
    "others": "其他 {count} 项",
    "median": "中位数",
    "boxes": "箱体：中间一半的数值和中位数；须线：箱体高度的 1.5 倍；圆点：超出部分。",
    "figure": "图",
    "source": "来源",
}
