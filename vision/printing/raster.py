"""Pictures of cards, rendered from the very PDF page a printer would get."""

from functools import lru_cache
from io import BytesIO
from threading import Lock

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium_c  # type: ignore[import-untyped]
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.cards import Deck, Print, PrintId
from vision.printing import pdf
from vision.printing.cards import card_shapes
from vision.printing.words import PrintingError

Picture = npt.NDArray[np.uint8]

# PDFium is not safe to use from two threads at once.
_pdfium = Lock()


@lru_cache(maxsize=512)
def card_image(deck: Deck, print_id: PrintId, px_per_mm: float, language: str = "en") -> Picture:
    """Return a print with its tags as a picture that spans exactly the card.

    The shape is (height, width, 3), uint8, BGR, read-only and cached. Whole pixels per
    tag module (1.25 mm) give edges without grey. Raise PrintingError for an unknown print.
    """
    try:
        design = deck.print_of(print_id)
    except KeyError:
        known = ", ".join(known.id for known in deck.prints)
        raise PrintingError(
            f"deck {deck.name!r} has no print {print_id!r}: it has {known}"
        ) from None
    picture = page_image(_card_pdf(deck, design, language), 0, px_per_mm)
    picture.flags.writeable = False
    return picture


def page_image(document: bytes, page: int, px_per_mm: float) -> Picture:
    """Return a page of a PDF as a picture, shape (height, width, 3), uint8, BGR.

    The page is stretched by at most half a pixel to fill whole pixels.
    """
    with _pdfium:
        opened = pdfium.PdfDocument(document)
        try:
            return _rendered(opened[page], px_per_mm)
        finally:
            opened.close()


def _rendered(page: pdfium.PdfPage, px_per_mm: float) -> Picture:
    width, height = (round(points / mm * px_per_mm) for points in page.get_size())
    if width < 1 or height < 1:
        raise PrintingError(f"{px_per_mm} pixels per mm leave no picture: use 1 or more")
    bitmap = pdfium.PdfBitmap.new_native(width, height, pdfium_c.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    pdfium_c.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
    return np.array(bitmap.to_numpy(), dtype=np.uint8)


def _card_pdf(deck: Deck, design: Print, language: str) -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer, (deck.width_mm * mm, deck.height_mm * mm), invariant=1)
    pdf.page_in_mm(canvas, deck.height_mm)
    with pdf.placed(canvas, deck.width_mm / 2, deck.height_mm / 2):
        pdf.draw(canvas, card_shapes(deck, design, language))
    canvas.save()
    return buffer.getvalue()
