"""Write meter/datasheet.pdf anew: the same bytes at every run (core fonts, a fixed date, no compression)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

PAGES = (
    (
        "Flow meter FM-40, data sheet",
        (
            "Ostermoor Instruments. Revision C of 14 February 2024. This data sheet replaces revisions A and B.",
            "The flow meter FM-40 measures the flow of clean water in pipes. A flow meter of this kind counts the "
            "turns of a small wheel in the stream.",
            "Measuring range: 0.5 to 40 litres per minute. Accuracy: 1.5 percent of the reading.",
            "Greatest pressure: 10 bar. Temperature of the water: 2 to 60 degrees Celsius.",
        ),
    ),
    (
        "Electrical connection",
        (
            "Supply voltage: 5 to 24 V direct current. Current drawn: 8 mA at most.",
            "The output gives 450 pulses per litre. The output is not protected against reversed polarity.",
            "Wire colours: red is the supply, black is ground, yellow is the output.",
        ),
    ),
    (
        "Care",
        (
            "Clean the strainer every 6 months. To clean it, close the valve, unscrew the lower cap and rinse the "
            "strainer under running water. Do not use solvents.",
            "The bearing lasts about 20,000 hours.",
        ),
    ),
)


def main() -> None:
    """Write the three pages."""
    from fpdf import FPDF

    pdf = FPDF(format="A4")
    pdf.set_compression(False)
    pdf.set_creation_date(datetime(2024, 2, 14, tzinfo=UTC))
    pdf.set_title("Flow meter FM-40, data sheet")
    pdf.set_producer("fpdf2")
    for heading, paragraphs in PAGES:
        pdf.add_page()
        pdf.set_font("Helvetica", "B", 16)
        pdf.multi_cell(0, 10, heading, new_x="LMARGIN", new_y="NEXT")
        pdf.set_font("Helvetica", size=11)
        for paragraph in paragraphs:
            pdf.multi_cell(0, 6, paragraph, new_x="LMARGIN", new_y="NEXT")
            pdf.ln(3)
    pdf.output(str(Path(__file__).resolve().parent / "meter" / "datasheet.pdf"))


if __name__ == "__main__":
    main()
