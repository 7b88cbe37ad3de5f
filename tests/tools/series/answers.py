"""Answers in the formats of the public services, written by hand from what is known of their interfaces.

None was recorded: field names, their order, the shape of errors and of what is empty are as the services document and
give them; the numbers are plausible, not quoted.
"""

from __future__ import annotations

import json
from typing import Any

GDP = "NY.GDP.MKTP.CD"
GDP_TITLE = "GDP (current US$)"
GERMANY = ("DE", "Germany", "DEU")
FRANCE = ("FR", "France", "FRA")


def row(country: tuple[str, str, str], date: str, value: float | None, **more: Any) -> dict[str, Any]:
    """A row of the World Bank's."""
    return {
        "indicator": {"id": GDP, "value": GDP_TITLE},
        "country": {"id": country[0], "value": country[1]},
        "countryiso3code": country[2], "date": date, "value": value, "unit": "", "obs_status": "", "decimal": 0,
        **more,
    }  # fmt: skip


ROWS = [
    row(GERMANY, "2003", 2534715458178.61), row(GERMANY, "2002", None), row(GERMANY, "2001", 1966380933142.16),
    row(FRANCE, "2003", 1844544792037.03), row(FRANCE, "2002", 1501409382971.28), row(FRANCE, "2001", 1377657339291.33),
]  # fmt: skip


def bank(rows: list[dict[str, Any]] | None, page: int = 1, pages: int = 1, **head: Any) -> bytes:
    """A page of the World Bank's."""
    total = len(rows or []) if pages == 1 else len(ROWS)
    first = {"page": page, "pages": pages, "per_page": 5000, "total": total, "sourceid": "2",
             "lastupdated": "2026-07-13", **head}  # fmt: skip
    return json.dumps([first, rows]).encode()


UNKNOWN = json.dumps(
    [{"message": [{"id": "120", "key": "Invalid value", "value": "The provided parameter value is not valid"}]}]
).encode()
NOTHING = json.dumps(
    [{"page": 0, "pages": 0, "per_page": 50, "total": 0, "sourceid": None, "lastupdated": None}, None]
).encode()

RATES = json.dumps({
    "amount": 1.0, "base": "EUR", "start_date": "2024-12-31", "end_date": "2025-01-15",
    "rates": {
        "2024-12-31": {"USD": 1.0389}, "2025-01-02": {"USD": 1.0321}, "2025-01-03": {"USD": 1.0299},
        "2025-01-06": {"USD": 1.0426}, "2025-01-07": {"USD": 1.0393}, "2025-01-08": {"USD": 1.0286},
        "2025-01-09": {"USD": 1.0305}, "2025-01-10": {"USD": 1.0304}, "2025-01-13": {"USD": 1.0198},
        "2025-01-14": {"USD": 1.0245}, "2025-01-15": {"USD": 1.0300},
    },
}).encode()  # fmt: skip

_HEADING = (
    "KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,"
    "OBS_COM,TIME_FORMAT,BREAKS,COLLECTION,COMPILING_ORG,DISS_ORG,DOM_SER_IDS,PUBL_ECB,PUBL_MU,PUBL_PUBLIC,"
    "UNIT_INDEX_BASE,COMPILATION,COVERAGE,DECIMALS,NAT_TITLE,SOURCE_AGENCY,SOURCE_PUB,TITLE,TITLE_COMPL,UNIT,UNIT_MULT"
)


def ecb(*observations: tuple[str, str, str]) -> bytes:
    """The ECB's CSV of the monthly rate of the dollar: period, value, status."""
    lines = [
        f"EXR.M.USD.EUR.SP00.A,M,USD,EUR,SP00,A,{period},{value},{status},F,,,P1M,,A,,,,,,,99Q1=100,,,4,,4F0,,"
        'US dollar/Euro,"ECB reference exchange rate, US dollar/Euro, 2.15 pm (C.E.T.)",USD,0'
        for period, value, status in observations
    ]
    return "\r\n".join([_HEADING, *lines, ""]).encode()


MONTHLY = ecb(("2025-01", "1.03535", "A"), ("2025-02", "NaN", "M"), ("2025-03", "1.0807", "P"))
