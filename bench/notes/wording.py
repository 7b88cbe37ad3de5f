"""How a person words what is logged: hand-written templates by activity and language, and ways to write a value."""

from __future__ import annotations

import random

LB, MILE = 0.45359237, 1.609344

RUN = {
    "en": (
        "ran {km} in {time}",
        "run {km}, {time}",
        "easy {km} in {time}, legs ok",
        "{km} along the river, {time}",
        "Morning run: {km}, {time}",
        "went running after work, {km}, took {time}",
        "tempo run {km} / {time}",
        "jogged {km} ({time})",
        "runn {km} in {time}",
    ),
    "ru": (
        "пробежал {km} за {time}",
        "бег {km}, {time}",
        "утренняя пробежка {km}, {time}",
        "пробежка: {km} за {time}, жарко",
        "сегодня бегал, {km} за {time}",
    ),
}
LIFT = {
    "en": (
        "{lift} {sets}x{reps} {kg}",
        "{lift} {sets}x{reps}x{kg}",
        "{lift}: {sets} sets of {reps} at {kg}",
        "{lift} {sets}×{reps} @ {kg}",
        "{lift} {kg} {sets}x{reps}, solid",
        "gym: {lift} {sets}x{reps} {kg}",
    ),
    "ru": (
        "{lift} {sets}x{reps} {kg}",
        "{lift} {sets}х{reps} {kg}, тяжеловато",
        "{lift} {kg} {sets} по {reps}",
        "зал: {lift} {sets}x{reps} {kg}",
    ),
}
LIFTS: dict[str, dict[str, tuple[str, ...]]] = {
    "bench": {"en": ("bench", "bench press", "Bench"), "ru": ("жим", "жим лёжа", "жим лежа")},
    "squat": {"en": ("squat", "squats", "back squat"), "ru": ("присед", "приседания")},
    "deadlift": {"en": ("deadlift", "DL", "deadlifts"), "ru": ("становая", "становая тяга")},
    "ohp": {"en": ("ohp", "overhead press"), "ru": ("жим стоя",)},
    "row": {"en": ("row", "barbell row"), "ru": ("тяга в наклоне",)},
}
PULLUPS = {
    "en": ("pull-ups {sets}x{reps}", "pullups {sets}x{reps}, bodyweight"),
    "ru": ("подтягивания {sets}x{reps}", "подтянулся {sets}x{reps}"),
}
SLEEP = {
    "en": (
        "slept {h}",
        "sleep {h}",
        "Slept {h}, woke up once",
        "{h} of sleep",
        "got {h} of sleep last night",
        "slept {h}, ok",
        "sleep: {h}",
    ),
    "ru": ("спал {h}", "сон {h}", "поспал {h}", "сон: {h}, нормально"),
}
MEALS: dict[str, dict[str, tuple[str, ...]]] = {
    "breakfast": {
        "en": ("breakfast: {food}, {kcal}", "breakfast {kcal}", "brekfast {kcal}"),
        "ru": ("завтрак: {food}, {kcal}", "завтрак {kcal}"),
    },
    "lunch": {
        "en": ("lunch: {kcal}", "lunch: {food}, {kcal}", "Lunch {food} ({kcal})", "lunch about {kcal}"),
        "ru": ("обед {kcal}", "обед: {food}, {kcal}", "обед примерно {kcal}"),
    },
    "dinner": {
        "en": ("dinner: {food}, {kcal}", "dinner {kcal}", "cooked {food} for dinner, {kcal}"),
        "ru": ("ужин: {food}, {kcal}", "ужин {kcal}"),
    },
    "snack": {
        "en": ("snack {kcal}", "snack: {food}, {kcal}"),
        "ru": ("перекус {kcal}", "перекус: {food}, {kcal}"),
    },
}
FOODS: dict[str, dict[str, tuple[str, ...]]] = {
    "breakfast": {"en": ("oats", "eggs on toast", "yoghurt and muesli"), "ru": ("овсянка", "яичница", "творог")},
    "lunch": {
        "en": ("lentil soup", "chicken wrap", "rice bowl", "pasta"),
        "ru": ("борщ", "гречка с курицей", "суп и салат"),
    },
    "dinner": {
        "en": ("salmon and rice", "chili", "omelette", "lasagne"),
        "ru": ("рыба с рисом", "паста", "котлеты с пюре"),
    },
    "snack": {"en": ("nuts", "banana and skyr", "protein bar"), "ru": ("орехи", "кефир и банан")},
}
PROTEIN = {"en": ", {p} g protein", "ru": ", белок {p} г"}
COFFEE = {
    "en": ("coffee x{n}", "{n} coffees", "coffee: {n} cups", "{n} cups of coffee today"),
    "ru": ("кофе x{n}", "кофе: {n} чашки", "выпил {n} чашки кофе"),
}
WEIGHT = {
    "en": ("weight {kg}", "weighed {kg} this morning", "scale says {kg}", "body weight {kg}"),
    "ru": ("вес {kg}", "взвесился: {kg}", "вес утром {kg}"),
}
HOURS = {
    "en": ("worked {h}", "work: {h}", "{h} at work", "worked {h}, mostly email"),
    "ru": ("работал {h}", "работа {h}", "на работе {h}"),
}
DEEP = {
    "en": ("deep work {h}", "{h} of deep work", "focus time {h} on the report"),
    "ru": ("глубокая работа {h}", "сосредоточенная работа {h}"),
}
MEETINGS = {
    "en": ("{n} meetings", "meetings: {n}", "sat in {n} meetings"),
    "ru": ("встреч: {n}", "созвонов: {n}"),
}
SPEND: dict[str, dict[str, tuple[str, ...]]] = {
    "groceries": {
        "en": ("groceries {money}", "{money} groceries", "supermarket: {money}", "bought groceries for {money}"),
        "ru": ("продукты {money}", "продукты в магазине {money}", "купил продуктов на {money}"),
    },
    "restaurant": {
        "en": ("ate out {money}", "restaurant {money}", "pizza with Dima, {money}"),
        "ru": ("ресторан {money}", "кафе с Леной {money}"),
    },
    "transport": {
        "en": ("bus ticket {money}", "taxi {money}", "train {money}", "petrol {money}"),
        "ru": ("такси {money}", "метро {money}", "бензин {money}"),
    },
    "books": {"en": ("book {money}", "bought a book, {money}"), "ru": ("книга {money}", "купил книгу, {money}")},
    "coffee": {
        "en": ("coffee to go {money}", "{money} on coffee"),
        "ru": ("кофе с собой {money}", "потратил на кофе {money}"),
    },
}
PLANNED = {
    "en": (
        ("tomorrow I'll run {n}k", "running", "run"),
        ("tomorrow: long run {n} km if the weather holds", "running", "run"),
        ("plan for tomorrow: squat 5x5 1{n} kg", "strength", "squat"),
        ("going to sleep 8h tonight, promise", "recovery", "sleep"),
        ("need to buy a jacket tomorrow, about 1{n} €", "money", "spend"),
        ("should do deadlifts tomorrow, 3x5 1{n} kg", "strength", "deadlift"),
    ),
    "ru": (
        ("завтра хочу пробежать {n} км", "running", "run"),
        ("план на завтра: жим 3x5 9{n1} кг", "strength", "bench"),
        ("завтра надо лечь пораньше и спать 8 ч", "recovery", "sleep"),
        ("собираюсь завтра бежать {n} км", "running", "run"),
    ),
}
OTHERS = {
    "en": (
        ("Masha ran {n} km in {t} min", "running", "run"),
        ("Dima benched 1{n} kg today", "strength", "bench"),
        ("Lena slept 4h, exam stress", "recovery", "sleep"),
        ("Dima's squat: 3x5 1{n} kg", "strength", "squat"),
        ("my sister spent {n}0 € on plants", "money", "spend"),
        ("Masha did another {n}k, I just watched", "running", "run"),
        ("Dima worked 12h again", "work", "hours"),
    ),
    "ru": (
        ("Маша пробежала {n} км", "running", "run"),
        ("Дима пожал 1{n} кг", "strength", "bench"),
        ("у Лены вчера 14 км бегом", "running", "run"),
        ("брат спал 5 ч", "recovery", "sleep"),
    ),
}
NEGATED: dict[str, dict[str, tuple[str, ...]]] = {
    "running": {
        "en": ("no run today", "skipped the run, rain", "didn't run, legs heavy"),
        "ru": ("сегодня без бега", "не бегал, лень", "пробежку пропустил"),
    },
    "strength": {
        "en": ("no gym today", "skipped the gym", "didn't lift today, too tired"),
        "ru": ("сегодня без зала", "в зал не пошёл", "тренировку пропустил"),
    },
}
CHAT = {
    "en": (
        "rain all day",
        "called mum, all good",
        "why am I so slow on hills?",
        "should I eat more protein?",
        "watched a film with Lena, nice one",
        "stressful day, nothing went as planned",
        "good mood today",
        "the cat broke a vase",
        "is 3x5 better than 5x5 for me?",
        "long walk in the park with the dog",
        "neighbour's drill from 8 in the morning",
    ),
    "ru": (
        "весь день дождь",
        "хорошее настроение",
        "может, записаться в бассейн?",
        "звонил маме",
        "устал как собака",
        "почему я всё время хочу сладкого?",
        "сосед опять сверлил",
    ),
}
YESTERDAY = {
    "en": ("yesterday {text}", "forgot to note yesterday: {text}"),
    "ru": ("вчера {text}", "забыл вчера записать: {text}"),
}


def number(value: float, language: str, digits: int = 1) -> str:
    """Return a number as written in a language, without needless decimals."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
    return text.replace(".", ",") if language == "ru" else text


def distance(rng: random.Random, km: float, language: str) -> tuple[str, float]:
    """Return a distance as written and the kilometres it says."""
    if language == "en" and rng.random() < 0.15:
        miles = round(km / MILE, 1)
        return rng.choice((f"{miles:g} miles", f"{miles:g} mi")), miles * MILE
    km = round(km * 2) / 2
    if language == "ru":
        return number(km, language) + " км", km
    return rng.choice((f"{km:g} km", f"{km:g}k", f"{km:g} km")), km


def duration(rng: random.Random, minutes: float) -> tuple[str, float]:
    """Return a duration as written (52:30 or 1:02:10) and the minutes it says."""
    seconds = round(minutes * 60 / 5) * 5
    hours, rest = divmod(seconds, 3600)
    if not hours and rng.random() < 0.12:
        return f"{rest // 60} min", rest // 60
    shown = f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
    return shown, seconds / 60


def weight(rng: random.Random, kg: float, language: str) -> tuple[str, float]:
    """Return a lifted weight as written and the kilograms it says."""
    if language == "en" and rng.random() < 0.13:
        pounds = round(kg / LB / 5) * 5
        return rng.choice((f"{pounds} lbs", f"{pounds} lb", f"{pounds}lbs")), pounds * LB
    if language == "ru":
        return number(kg, language) + " кг", kg
    return rng.choice((f"{kg:g}kg", f"{kg:g} kg")), kg


def hours(rng: random.Random, value: float, language: str) -> tuple[str, float]:
    """Return hours as written and the hours they say."""
    halves = round(value * 2) / 2
    if rng.random() < 0.3:
        tens = round(value * 6)
        whole, minutes = divmod(tens * 10, 60)
        if minutes:
            shown = (
                f"{whole} ч {minutes} мин"
                if language == "ru"
                else rng.choice((f"{whole}h{minutes}", f"{whole}h {minutes}min", f"{whole} h {minutes} min"))
            )
            return shown, tens / 6
    if language == "ru":
        return number(halves, language) + rng.choice((" ч", " часов")), halves
    return f"{halves:g}" + rng.choice(("h", " h", " hours", "h")), halves


def money(rng: random.Random, amount: float, currency: str, language: str) -> tuple[str, float]:
    """Return an amount as written and the amount it says."""
    if currency == "RUB":
        amount = round(amount / 10) * 10
        grouped = f"{amount // 1000} {amount % 1000:03}" if amount >= 1000 else str(amount)
        return grouped + rng.choice((" ₽", " руб", " руб.", "₽")), amount
    amount = round(amount) if rng.random() < 0.4 else round(amount * 10) / 10
    shown = f"{amount:g}" if amount == round(amount) else f"{amount:.2f}"
    shown = shown.replace(".", ",") if language == "ru" or rng.random() < 0.3 else shown
    return rng.choice((f"{shown} €", f"€{shown}", f"{shown} eur", f"{shown} €", f"{shown}€")), amount
