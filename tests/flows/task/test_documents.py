"""Two steps: which numbers of documents a goal computes with, and when none may be taken."""

from __future__ import annotations

import pytest

from indagate.flows.task.offline.documents.read import read_texts
from indagate.flows.task.offline.documents.work import work_out
from indagate.flows.task.offline.goal import read_goal

ORCHARD = (
    "Longmead has 320 apple trees and 145 pear trees. In 2022 it picked 18,400 kg of apples; in 2023 it picked "
    "21,160 kg of apples. The barn can store 640 crates, of which 215 are used for cider."
)
WERKSTATT = "Die Tischlerei beschäftigt 14 Gesellen und 6 Lehrlinge. Ein Stuhl kostet 89,50 Euro, ein Tisch 420 Euro."
SCHULE = (
    "В школе учатся 420 учеников и работают 28 учителей. Школа построена в 1958 году, пристройка открыта в 1987 году."
)


POOL = """Prices of the pool at Elmford

Valid from 1 April 2027.

who | single | ten-visit card | season
adult | £6.50 | £55.00 | £180.00
child | £3.25 | £27.50 | £90.00

A family of two adults and two children pays £16.00. Groups of eight or more get 20 % off all single tickets for adults
and children. A pensioner pays 70 % of the single price of an adult. Towels are free."""
MILL = """Report on the year 2026

The mill ground 4,250 tonnes of rye (2025: 3,980 tonnes) and employed 34 people.
Income was €1,960,000, costs €1,745,000.
The ovens used 310,000 kWh of power, bought at an average of 24 cents per kWh. Of 160 deliveries, 152 came in time.

The Brook mill. Built in 1884. Its wheel is 5.2 metres high and turns 9 millstones.

The Hill mill. Built in 1921. Its wheel is 3.9 metres high and turns 6 millstones.

The new roof cost €84,000; of this the district paid 40 % and the society the rest."""


def worked(goal: str, *texts: str) -> str:
    """The expression that is worked out from documents, or nothing."""
    found = work_out(
        read_goal(goal), read_texts([{"title": "", "text": one, "path": f"{one[:8]}.md"} for one in texts])
    )
    return found.expression if found else ""


@pytest.mark.parametrize(
    ("goal", "expression"),
    [
        ("What do three adults and four children pay for single tickets?", "3 * 6.5 + 4 * 3.25"),
        ("What do nine adults pay for single tickets?", "(9 * 6.5) * (1 - 20%)"),
        ("What does a single ticket cost for a pensioner?", "70% * 6.5"),
        ("How much does an adult save by buying a season ticket instead of 40 singles?", "40 * 6.5 - 180"),
        ("What does each visit come to with a ten-visit card for a child?", "27.5 / 10"),
        ("By what percentage did the rye go up from 2025 to 2026?", "(4250 - 3980) / 3980 in percent"),
        ("What was left of the income in 2026 once all costs were paid?", "1960000 - 1745000"),
        ("How many euros were spent on power in 2026?", "310000 * 0.24"),
        ("What percentage of the deliveries came in time?", "152 / 160 in percent"),
        ("How many deliveries did not come in time?", "160 - 152"),
        ("How much higher is the wheel of the Brook mill than the wheel of the Hill mill?", "5.2 - 3.9"),
        ("How many years after the Brook mill was the Hill mill built?", "1921 - 1884"),
        ("How high is the wheel of the Hill mill, in centimetres?", "3.9 metres in centimetres"),
        ("How many euros of the new roof did the district pay?", "40% * 84000"),
        ("How many euros of the new roof did the society pay?", "(100 - (40)) / 100 * 84000"),
        ("How many adult season tickets must be sold to pay for the new roof?", ""),
        ("How many millstones do both mills turn together?", "9 + 6"),
        ("What is 15 % of the income in 2026?", "15% of 1960000"),
    ],
)
def test_operands_are_found_in_different_passages_and_put_together(goal: str, expression: str) -> None:
    """Rows and columns of price lists, other paragraphs, parts of parts, rates, dates; not pounds with euros."""
    assert worked(goal, POOL, MILL) == expression


@pytest.mark.parametrize(
    "goal",
    [
        "What does a dog pay for a single ticket?", "What do three pensioners and a dog pay for season tickets?",
        "By what percentage did the wheat go up from 2025 to 2026?",
        "What was left of the income in 2024 once all costs were paid?",
        "How many euros were spent on water in 2026?", "What percentage of the visitors came in time?",
        "How much higher is the wheel of the Brook mill than the wheel of the Sea mill?",
        "What is the season price for a baby?",
        "How many kilometres is it from Elmford to the mill?", "How many euros of the old roof did the district pay?",
        "What is 15 % of the profit in 2026?", "How much did income rise from 2025 to 2026?",
    ],
)  # fmt: skip
def test_what_documents_do_not_hold_is_never_made_up(goal: str) -> None:
    """A thing, a year or a place that no document names: nothing is computed in its place."""
    assert worked(goal, POOL, MILL) == ""


@pytest.mark.parametrize(
    ("goal", "text", "expression"),
    [
        ("How many apple and pear trees does Longmead have in all?", ORCHARD, "320 + 145"),
        ("How many more apple trees than pear trees are there?", ORCHARD, "320 - 145"),
        ("By how many kg did the apples grow from 2022 to 2023?", ORCHARD, "21160 - 18400"),
        ("By what percentage did the apples grow from 2022 to 2023?", ORCHARD, "(21160 - 18400) / 18400 in percent"),
        ("What was the average of apples picked in 2022 and 2023?", ORCHARD, "(18400 + 21160) / 2"),
        ("How many crates in the barn are not used for cider?", ORCHARD, "640 - 215"),
        ("What percentage of crates in the barn are used for cider?", ORCHARD, "215 / 640 in percent"),
        ("Wie viele Gesellen und Lehrlinge sind es zusammen?", WERKSTATT, "14 + 6"),
        ("Сколько всего учеников и учителей в школе?", SCHULE, "420 + 28"),
    ],
)
def test_operands_are_looked_up_by_their_subject(goal: str, text: str, expression: str) -> None:
    """Totals, differences, growth, means, what is left, shares; in three languages."""
    assert worked(goal, text) == expression


@pytest.mark.parametrize(
    "goal",
    [
        "How many more apple trees than plum trees are there?", "By how many kg did the pears grow from 2022 to 2023?",
        "By what percentage did the apples grow from 2021 to 2023?", "How many crates of 30 are left in the barn?",
        "How many apple trees are there at Longmead?", "What was the average of apples picked from 2020 to 2023?",
        "How many crates and trees are there in total in Overton?",
    ],
)  # fmt: skip
def test_without_both_operands_nothing_is_computed(goal: str) -> None:
    """Another subject, another year, a third number, no deed."""
    assert worked(goal, ORCHARD) == ""


DAIRY = """From the dairy's books

Salt comes in sacks of 25 kg at £15 a sack; in 2026 we used 240 sacks.

Trolley
£6 for the first day, £4 for each further day.

The west stable takes 48 cows, the east stable 30.

The cooling machine was bought on 3 March 2026 with a guarantee of 24 months.

When the season began the meter stood at 4,100 cubic metres; when it ended it showed 5,350.

The shop is open from 08:30 to 17:00. Income was £96,000, expenses were £81,500.

Eight milk tanks hold 1,200 litres each. In a day the cheese kitchen draws 3,200 litres from the tanks.

ticket | adults | pupils
single tour | £7.50 | £4.00
season card | £60.00 | £32.00"""


@pytest.mark.parametrize(
    ("goal", "expression"),
    [
        ("What did they spend on salt in 2026?", "240 * 15"),
        ("How many kilograms of salt were used in 2026?", "240 * 25"),
        ("What is the charge for having the trolley for five days?", "6 + (5 - 1) * 4"),
        ("When does the warranty on the cooling machine run out?", "2026-03-03 + 24 months"),
        ("How many more cows does the west stable take than the east stable?", "48 - 30"),
        ("What profit was made?", "96000 - 81500"),
        ("How many litres do the milk tanks hold altogether?", "(8 * 1200)"),
        ("For how many days do the milk tanks hold out if they are full?", "(8 * 1200) / 3200"),
        ("From how many tours on is the season card cheaper for pupils than single tours?", "floor(32 / 4) + 1"),
        ("How much dearer is the season card for adults than for pupils?", "60 - 32"),
        ("What do two adults and three pupils pay for single tours?", "2 * 7.5 + 3 * 4"),
        ("How long is the shop open?", "(17 h + 0 min) - (8 h + 30 min) in min"),
    ],
)
def test_what_everybody_knows_of_packages_steps_and_stores_is_made_use_of(goal: str, expression: str) -> None:
    """Prices of packages and in steps, tanks and what is drawn from them, what is left of an income, what pays."""
    assert worked(goal, DAIRY) == expression


@pytest.mark.parametrize(
    "goal",
    [
        "What did they spend on sugar in 2026?", "What is the charge for having the van for five days?",
        "How many more goats does the west stable take than the east stable?",
        "When does the warranty on the tractor run out?",
        "How much dearer is the season card for adults than for dogs?",
    ],
)  # fmt: skip
def test_a_thing_that_no_document_names_is_not_computed_from_another(goal: str) -> None:
    """The operation fits, the operand is not there."""
    assert worked(goal, DAIRY) == ""


FORGE = """What a night at Forge House costs

| bed or room | low season | high season |
|---|---|---|
| bunk | £18 | £25 |
| double room | £50 | £70 |

High season lasts from 20 June to 5 September.

Breakfast
: £6 a head and morning.

Bike shed: £2 per bike.

Boat berths

| length of boat | per night | per month |
|---|---|---|
| up to 7 m | £15 | £200 |
| over 7 m and up to 10 m | £22 | £290 |

Swimming costs £5 for a child (6 to 15) and £8 for an adult. The dryer is £1 for every 20 minutes."""
BREWERY = """Brewery report of 2026

We sold 3,600 barrels, against 3,200 in 2025. Malt comes in sacks of 20 kg. A barrel takes 400 g of hops and hops cost
£9 per kilogram. One filling is 30 barrels. The new kettle cost £8,400 and saves us £1,200 a year.
There are 90 seats: 62 in the taproom, the rest in the garden. The cellar holds 45 casks."""


@pytest.mark.parametrize(
    ("goal", "expression"),
    [
        ("What does a berth for a boat of 9 m cost for three nights?", "3 * 22"),
        ("What do four nights in a bunk in July cost with breakfast every morning?", "4 * 6 + 4 * 25"),
        ("What do four nights in a bunk in March cost with breakfast every morning?", "4 * 6 + 4 * 18"),
        ("What do 40 minutes of the dryer cost?", "40 * (1 / 20)"),
    ],
)
def test_conditions_of_the_goal_choose_the_price(goal: str, expression: str) -> None:
    """A length and a month say which price holds; several things are added up; a price is of so many minutes."""
    assert worked(goal, FORGE) == expression


@pytest.mark.parametrize(
    ("goal", "expression"),
    [
        ("How many grams of hops does one filling take?", "30 * 400"),
        ("After how many years will the kettle have paid for itself?", "8400 / 1200"),
        ("How many seats are there in the garden?", "(90 - 62)"),
    ],
)
def test_numbers_are_joined_by_what_their_units_come_out_as(goal: str, expression: str) -> None:
    """Grams a barrel by barrels, money by money a year, and what a sentence leaves to the rest."""
    assert worked(goal, BREWERY) == expression


HALL = """# The hall and its prices

Hire is £45 an hour on weekdays and £70 an hour at weekends. Tables are £4 each.

Cleaning is a flat £60 for each event.
"""


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        ("What does a berth for a boat of 14 m cost for three nights?", FORGE),
        ("What do four nights in a bunk with breakfast every morning cost?", FORGE),
        ("What do four nights in a bunk and a sauna in July cost?", FORGE),
        ("How much do the hops for one pot cost?", BREWERY),
        ("How many barrels were sold per cask in 2024?", BREWERY),
        ("How much is the hall for 6 hours on a weekday with cleaning?", HALL),
    ],
)
def test_a_condition_that_is_not_met_or_not_named_leaves_nothing(goal: str, text: str) -> None:
    """No row for the length, two seasons, a thing without a price or left out, another year: nothing is computed."""
    assert worked(goal, text) == ""
