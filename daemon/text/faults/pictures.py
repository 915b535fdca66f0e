"""The faults of pictures of dice."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, Row, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.IMAGE_UNREADABLE: refused(
        CONFLICT,
        "Ce fichier n'est pas une image qui se lit.",
        "Donnez une image JPEG ou PNG entière; refaites-la avec croupierctl camera snapshot.",
        "This file is no image that can be read.",
        "Give a whole JPEG or PNG image; take it again with croupierctl camera snapshot.",
    ),
    Fault.IMAGE_SIZE: refused(
        CONFLICT,
        "Cette image est plus grande, ou plus petite, que croupier ne les prend.",
        "Donnez une image de 64 millions de pixels au plus.",
        "This image is larger, or smaller, than croupier takes.",
        "Give an image of 64 million pixels at most.",
    ),
    Fault.IMAGE_NOT_WRITTEN: refused(
        CONFLICT,
        "L'image ne peut pas être écrite.",
        "Nommez un fichier dans un dossier où vous pouvez écrire.",
        "The image cannot be written.",
        "Name a file in a directory that you may write to.",
    ),
    Fault.LABELS_INVALID: refused(
        CONFLICT,
        "labels.json manque, ou ne dit pas ce que montrent les photos.",
        "Corrigez labels.json : une liste d'objets avec file, faces et n (docs/dice.md).",
        "labels.json is missing, or does not say what the photographs show.",
        "Correct labels.json: a list of objects with file, faces and n (docs/dice.md).",
    ),
}
