"""Write the PDF and the DOCX of the example corpus; the same bytes on every machine.

Run ``python examples/make_documents.py`` for the corpus beside this file, or name another folder. Everything in the
two documents is invented, as is the municipality of Lindental.
"""

from __future__ import annotations

import argparse
import io
import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpdf import FPDF

CORPUS = Path(__file__).parent / "heat-pumps"
STYLES = {"Normal", "Title", "Heading 1", "Caption", "Table Grid", "Normal Table", "Default Paragraph Font", "No List"}


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A caption, a row of column titles, and rows of the same length."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Document:
    """What either format needs: where it goes, who published it when, and its blocks in order."""

    name: str
    title: str
    publisher: str
    kind: str
    published: datetime
    imprint: str
    blocks: tuple[Heading | Text | Table, ...]


STUDY = Document(
    name="field-study-2025.pdf",
    title="Heat Pumps in Existing Houses: Field Measurements in Lindental 2023-2025",
    publisher="Technical College Lindental",
    kind="academic",
    published=datetime(2025, 10, 14, 9, 0, tzinfo=UTC),
    imprint="Technical College Lindental · Department of Building Technology · Report 7/2025 · 14 October 2025",
    blocks=(
        Heading("1 Summary"),
        Text(
            "From October 2023 to September 2025 we measured 24 heat pumps in occupied houses of the municipality of "
            "Lindental: 18 air-to-water and 6 ground-source systems. All houses were built before 1995 and had an "
            "oil or gas boiler before. The mean seasonal performance factor of the air-to-water heat pumps was 3.3, "
            "with a range from 2.6 to 4.1. The mean seasonal performance factor of the ground-source heat pumps was "
            "4.2, with a range from 3.6 to 4.8."
        ),
        Text(
            "No house became colder than its occupants wished. The electric backup heaters took 2.4 % of the "
            "electricity on average. The flow temperature explained the differences between the systems better than "
            "the age of the house or the make of the appliance."
        ),
        Heading("2 Zusammenfassung"),
        Text(
            "Von Oktober 2023 bis September 2025 wurden in Lindental 24 Wärmepumpen in bewohnten, vor 1995 gebauten "
            "Häusern gemessen. Die mittlere Jahresarbeitszahl der Luft-Wasser-Wärmepumpen betrug 3,3, die der "
            "Erdwärmepumpen 4,2. Die elektrische Zusatzheizung benötigte im Mittel 2,4 % des Stroms. Größten "
            "Einfluss auf die Effizienz hatte die Vorlauftemperatur, nicht das Baujahr des Gebäudes."
        ),
        Heading("3 Houses and instruments"),
        Text(
            "The houses have between 96 and 212 square metres of heated floor area, 142 on average. Nineteen are "
            "heated with radiators alone, five with radiators and floor heating. Heat was measured with calibrated "
            "heat meters of accuracy class 2 behind the heat pump, electricity with a meter of its own that includes "
            "controls, fan, brine pump and backup heater. Values were stored every five minutes. Gaps made up 0.7 % "
            "of the time and were left out, not filled."
        ),
        Text(
            "The makes of the appliances were known to us but are not disclosed, by agreement with the owners and "
            "the installers. The study was paid for by the college and the municipality in equal parts."
        ),
        Heading("4 Coefficient of performance by outdoor temperature"),
        Text(
            "The coefficient of performance (COP) is the heat delivered divided by the electricity used at one "
            "moment. Table 1 gives the mean of all air-to-water heat pumps, from five-minute values without "
            "defrosting. At an outdoor temperature of -7 °C and a flow temperature of 45 °C the mean COP was 2.5. At "
            "7 °C and the same flow temperature it was 3.8. Ten degrees less in flow temperature raise the COP by "
            "0.3 to 0.9, most of all in mild weather."
        ),
        Table(
            "Table 1: Mean COP of 18 air-to-water heat pumps",
            ("Outdoor temperature", "Flow 35 °C", "Flow 45 °C", "Flow 55 °C"),
            (
                ("10 °C", "5.1", "4.2", "3.4"),
                ("7 °C", "4.6", "3.8", "3.1"),
                ("2 °C", "3.8", "3.2", "2.7"),
                ("-2 °C", "3.3", "2.9", "2.4"),
                ("-7 °C", "2.9", "2.5", "2.1"),
                ("-12 °C", "2.5", "2.2", "1.8"),
            ),
        ),
        Text(
            "Defrosting of the outdoor unit costs efficiency mainly between -3 °C and 4 °C, when the air is moist. "
            "There it lowered the COP by 6 % on average; below -7 °C by less than 2 %."
        ),
        Heading("5 Seasonal performance"),
        Text(
            "The seasonal performance factor is the heat of a whole year divided by the electricity of that year, "
            "all auxiliary devices included. It is measured in the house, unlike the SCOP, which is determined on a "
            "test bench. On average the measured factor was 0.5 below the SCOP that the data sheets state for 55 °C."
        ),
        Table(
            "Table 2: Seasonal performance factor, mean of two years",
            ("System", "Houses", "Lowest", "Mean", "Highest"),
            (
                ("Air-to-water, mean flow below 38 °C", "7", "3.4", "3.7", "4.1"),
                ("Air-to-water, mean flow 38 to 44 °C", "7", "3.0", "3.2", "3.5"),
                ("Air-to-water, mean flow above 44 °C", "4", "2.6", "2.8", "3.0"),
                ("Ground-source, all", "6", "3.6", "4.2", "4.8"),
            ),
        ),
        Heading("6 What distinguishes good systems from poor ones"),
        Text(
            "Heating curve. In eleven houses the curve had been left at the factory setting. After correction in the "
            "summer of 2024 the mean flow temperature there fell by 4.6 °C and the electricity by 9 %."
        ),
        Text(
            "Size. Six heat pumps had more than 1.5 times the heat load of the house. They started more than 20 "
            "times a day and their factor was 0.4 below that of comparable systems of the right size."
        ),
        Text(
            "Buffer tanks. Where a buffer tank was connected in parallel, warm and cold water mixed and the flow "
            "temperature had to be 3 to 5 °C higher. Nine systems had no buffer tank and worked without faults."
        ),
        Heading("7 Sound"),
        Text(
            "We measured the sound of 16 outdoor units on winter nights, 0.5 metres outside the nearest neighbouring "
            "window. The median was 31 dB(A) and the highest value 39 dB(A). Thirteen units kept to 35 dB(A). The "
            "three louder ones stood in corners between two walls; after they had been moved or a screen had been "
            "placed, two of them kept to it as well. At full power the units were 7 dB louder than in night mode on "
            "average."
        ),
        Heading("8 House L-07 in detail"),
        Text(
            "The monthly values of house L-07 are published with this report as a table of comma-separated values. "
            "The house was built in 1974, has 148 square metres and radiators, and its air-to-water heat pump is one "
            "of the weaker ones: its factor was 3.19 in the first year and 3.08 in the second. Its backup heater "
            "took 520 kWh in two years, 5.0 % of the electricity, because the switching point had been set to -1 °C "
            "by mistake."
        ),
        Heading("9 Refrigerants"),
        Text(
            "Ten of the 24 appliances contain R290 (propane), nine R32 and five R410A. We found no influence of the "
            "refrigerant on the seasonal performance factor that would exceed the scatter. Appliances with propane "
            "reached flow temperatures up to 70 °C, which matters for hot water more than for heating. No leak was "
            "found in the two years."
        ),
        Heading("10 Limits of this study"),
        Text(
            "The owners volunteered, so careful users may be over-represented. Both winters were mild: the lowest "
            "temperature was -10.4 °C, and the values for -12 °C in Table 1 are extrapolated. Two years say nothing "
            "about the lifetime of the appliances. Costs were not examined. The results of our laboratory study of "
            "2012 (mean factor 2.7) no longer describe appliances that are sold today."
        ),
    ),
)

PLANNING_SHEET = Document(
    name="installers-planning-sheet.docx",
    title="Planning Sheet: Heat Pumps in Existing Houses",
    publisher="Lindental Association of Heating Installers",
    kind="industry",
    published=datetime(2025, 9, 1, 8, 0, tzinfo=UTC),
    imprint="Lindental Association of Heating Installers · Edition of 1 September 2025",
    blocks=(
        Text(
            "This sheet is for customers of our 23 member companies. It shows the steps from the first visit to the "
            "first winter and the figures that a quotation should contain. It names no prices of heat pumps: the guide "
            "prices of 2014 were withdrawn in 2021, and current prices are collected by the Consumer Council."
        ),
        Heading("Heat load"),
        Text(
            "The size of the heat pump follows from the heat load at the design outdoor temperature of -12 °C. A "
            "room-by-room calculation is required for the grant. The values below serve as a first check only."
        ),
        Table(
            "Specific heat load by year of construction",
            ("Year of construction", "Not renovated", "Windows and roof renovated", "Fully insulated"),
            (
                ("before 1960", "110 W/m²", "85 W/m²", "55 W/m²"),
                ("1960 to 1979", "95 W/m²", "70 W/m²", "50 W/m²"),
                ("1980 to 1994", "70 W/m²", "58 W/m²", "45 W/m²"),
                ("1995 to 2009", "52 W/m²", "46 W/m²", "40 W/m²"),
                ("2010 and later", "38 W/m²", "not usual", "30 W/m²"),
            ),
        ),
        Text(
            "Example: a house from 1974 with 140 square metres and renovated windows and roof needs about 140 × 70 W "
            "= 9.8 kW. The heat pump should cover 85 to 100 % of the heat load; the backup heater takes the few "
            "coldest hours."
        ),
        Heading("Refrigerants"),
        Table(
            "Refrigerants in use",
            ("Refrigerant", "Global warming potential", "Safety class", "Our remark"),
            (
                ("R290 (propane)", "3", "A3, flammable", "first choice outdoors; protective zone of 1 metre"),
                ("R744 (CO2)", "1", "A1", "for hot water and high flow temperatures"),
                ("R32", "675", "A2L, mildly flammable", "common in split systems"),
                ("R454B", "466", "A2L, mildly flammable", "successor of R410A"),
                ("R410A", "2,088", "A1", "existing systems only"),
            ),
        ),
        Text(
            "With propane no window, light well or drain may lie within the protective zone of 1 metre around the "
            "outdoor unit. Work on the refrigerant circuit is reserved for certified staff."
        ),
        Heading("Time"),
        Table(
            "Typical schedule for an air-to-water heat pump",
            ("Step", "Duration"),
            (
                ("Visit and heat load calculation", "1 to 2 weeks"),
                ("Quotation and noise forecast", "2 weeks"),
                ("Application for the grant and decision", "up to 6 weeks"),
                ("Registration with the municipal utility", "up to 4 weeks, in parallel"),
                ("Waiting time until mounting", "10 to 14 weeks"),
                ("Mounting and commissioning", "3 to 5 working days"),
                ("Adjustment after the first winter", "half a day"),
            ),
        ),
        Heading("Noise"),
        Text(
            "A noise forecast belongs to every quotation. The sound power level in night mode, the distance to the "
            "nearest neighbouring window and reflecting walls are entered. An outdoor unit with 52 dB(A) sound power "
            "causes about 30 dB(A) at a distance of 5 metres in the open, and about 36 dB(A) in a corner between two "
            "walls. Rubber feet and a flexible wall duct keep structure-borne sound out of the house."
        ),
        Heading("Maintenance"),
        Text(
            "A yearly service visit costs between EUR 220 and EUR 290. It covers the filters, the outdoor heat "
            "exchanger, the pressure of the heating water and the settings. Ground-source systems need the brine "
            "checked every second year. Systems that are hermetically sealed and contain less than 10 tonnes of CO2 "
            "equivalent need no yearly leak check."
        ),
    ),
)


def pdf_bytes(document: Document) -> bytes:
    """The document as a PDF with page numbers, headings in the outline, and its dates fixed."""
    from fpdf import FPDF

    class Page(FPDF):
        """A4 with the publisher above and the page number below."""

        def header(self) -> None:
            """Name the publisher on every page but the first."""
            if self.page_no() > 1:
                self.set_font("Helvetica", size=8)
                self.cell(0, 6, document.publisher, align="R", new_x="LMARGIN", new_y="NEXT")
                self.ln(2)

        def footer(self) -> None:
            """Number the page."""
            self.set_y(-14)
            self.set_font("Helvetica", size=8)
            self.cell(0, 6, f"Page {self.page_no()} of {{nb}}", align="C")

    pdf = Page()
    pdf.core_fonts_encoding = "windows-1252"
    pdf.set_compression(False)  # compressors differ between machines
    pdf.set_creation_date(document.published)
    pdf.set_title(document.title)
    pdf.set_author(document.publisher)
    pdf.set_subject(document.kind)
    pdf.set_producer("indagate example corpus")
    pdf.set_lang("en")
    pdf.set_margins(22, 20)
    pdf.set_auto_page_break(True, margin=20)
    pdf.add_page()
    pdf.set_font("Helvetica", "B", 18)
    pdf.multi_cell(0, 8.5, document.title, align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(2)
    pdf.set_font("Helvetica", size=9)
    pdf.multi_cell(0, 5, document.imprint, align="L", new_x="LMARGIN", new_y="NEXT")
    for block in document.blocks:
        _draw(pdf, block)
    return bytes(pdf.output())


def _draw(pdf: FPDF, block: Heading | Text | Table) -> None:
    """Put one block on the page, on a new page if a heading or a table would not fit."""
    from fpdf.fonts import FontFace

    match block:
        case Heading(text):
            if pdf.will_page_break(30):
                pdf.add_page()
            pdf.ln(4)
            pdf.start_section(text)
            pdf.set_font("Helvetica", "B", 13)
            pdf.multi_cell(0, 7, text, align="L", new_x="LMARGIN", new_y="NEXT")
            pdf.ln(1)
        case Text(text):
            pdf.set_font("Helvetica", size=10.5)
            pdf.multi_cell(0, 5.4, text, align="L", new_x="LMARGIN", new_y="NEXT")
            pdf.ln(2)
        case Table(caption, columns, rows):
            if pdf.will_page_break(7 * (len(rows) + 2)):
                pdf.add_page()
            pdf.set_font("Helvetica", "B", 9.5)
            pdf.multi_cell(0, 6, caption, align="L", new_x="LMARGIN", new_y="NEXT")
            pdf.set_font("Helvetica", size=9.5)
            widths = (3, *(1 for _ in columns[1:])) if len(columns) > 4 else None
            style = FontFace(emphasis="BOLD", fill_color=(225, 232, 236))
            with pdf.table(headings_style=style, col_widths=widths, text_align="LEFT", line_height=6.2) as grid:
                for row in (columns, *rows):
                    grid.row(row)
            pdf.ln(3)


def docx_bytes(document: Document) -> bytes:
    """The document as a DOCX with real headings and tables, and its dates fixed."""
    import docx

    word = docx.Document()
    properties = word.core_properties
    properties.title, properties.author, properties.category = document.title, document.publisher, document.kind
    properties.last_modified_by, properties.comments = document.publisher, ""
    properties.created = properties.modified = document.published.replace(tzinfo=None)
    word.add_heading(document.title, level=0)
    word.add_paragraph(document.imprint)
    for block in document.blocks:
        match block:
            case Heading(text):
                word.add_heading(text, level=1)
            case Text(text):
                word.add_paragraph(text)
            case Table(caption, columns, rows):
                word.add_paragraph(caption, style="Caption")
                grid = word.add_table(rows=0, cols=len(columns), style="Table Grid")
                for row in (columns, *rows):
                    for cell, text in zip(grid.add_row().cells, row, strict=True):
                        cell.text = text
                word.add_paragraph()
    for style in list(word.styles):  # the rest of the template is large and not used
        if style.name not in STYLES and not str(style.name).endswith(" Char"):
            style.delete()
    for rels in (word.part.rels, word.part.package.rels):
        for key in [key for key, rel in rels.items() if rel.reltype.endswith(("stylesWithEffects", "thumbnail"))]:
            del rels[key]
    packed = io.BytesIO()
    word.save(packed)
    return _steady_zip(packed.getvalue(), document.published)


def _steady_zip(packed: bytes, moment: datetime) -> bytes:
    """The same archive with every member dated ``moment`` and stored as it is, since compressors differ."""
    steady = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(steady, "w", zipfile.ZIP_STORED) as new:
        for member in old.namelist():
            entry = zipfile.ZipInfo(member, moment.timetuple()[:6])
            entry.create_system = 0
            new.writestr(entry, old.read(member))
    return steady.getvalue()


def write(folder: Path) -> None:
    """Write both documents into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STUDY.name).write_bytes(pdf_bytes(STUDY))
    (folder / PLANNING_SHEET.name).write_bytes(docx_bytes(PLANNING_SHEET))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the PDF and the DOCX of the example corpus.")
    parser.add_argument("folder", nargs="?", type=Path, default=CORPUS, help="where to write them")
    write(parser.parse_args().folder)
