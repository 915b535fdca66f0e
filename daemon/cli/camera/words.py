"""What `croupierctl camera` says, in French and English."""

from __future__ import annotations

from rules.terms import Term

WORDS: dict[str, Term] = {
    # the verdicts
    "calibrated": Term("La caméra est étalonnée.", "The camera is calibrated."),
    "not_calibrated": Term("La caméra n'est pas étalonnée.", "The camera is not calibrated."),
    "taken": Term("L'image est écrite.", "The picture is written."),
    "not_taken": Term("Il n'y a pas d'image.", "There is no picture."),
    "sees_well": Term("La caméra voit bien.", "The camera sees well."),
    "sees_badly": Term("La caméra ne voit pas bien.", "The camera does not see well."),
    # what a person does
    "empty_tray": Term(
        "Videz le plateau et retirez vos mains, puis appuyez sur Entrée. ",
        "Empty the tray and take your hands away, then press Enter. ",
    ),
    "lay_dice": Term(
        "Déposez {n} dés à plat sur le plateau, loin les uns des autres, puis appuyez sur Entrée. ",
        "Lay {n} dice flat on the tray, far from each other, then press Enter. ",
    ),
    # the rows
    "source": Term("Caméra", "Camera"),
    "size": Term("Image", "Picture"),
    "region": Term("Zone des dés", "Region of the dice"),
    "region_at": Term("{w} × {h} px, à partir de {x}, {y}", "{w} × {h} px, from {x}, {y}"),
    "die": Term("Largeur d'un dé", "Width of a die"),
    "light": Term("Lumière", "Light"),
    "of_255": Term("{n:.0f} sur 255", "{n:.0f} of 255"),
    "sharpness": Term("Netteté", "Sharpness"),
    "marks": Term("Repères", "Marks"),
    "marks_few": Term(
        "{n} : un déplacement de la caméra ne serait pas vu; collez quatre pastilles contrastées autour du plateau",
        "{n}: a camera that moves would not be noticed; stick four dots of strong contrast around the tray",
    ),
    "file": Term("Fichier", "File"),
    "picture": Term("Image annotée", "Annotated picture"),
    "read": Term("Lecture", "Reading"),
    "not_read": Term("pas de lecture : {reason}", "not read: {reason}"),
    "frames": Term("Images", "Pictures"),
    "frames_seen": Term("{n} différentes, {rate}/s", "{n} different ones, {rate}/s"),
    "condition": Term("Depuis l'étalonnage", "Since the calibration"),
}
