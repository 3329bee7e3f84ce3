"""Attachments as thumbnails and chips, in the composer and under the user's messages."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt, Signal
from PySide6.QtGui import QImageReader, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from desktop_app.core.domain.conversation import Attachment
from desktop_app.ui.resources import icon
from desktop_app.ui.widgets.flow_layout import FlowLayout

THUMBNAIL = 96
"""Longest side of a thumbnail in device-independent pixels."""
_NAME_WIDTH = 180
_MAX_PIXELS = 64_000_000


def size_text(size: int) -> str:
    """``812 B``, ``14 KB``, ``2.3 MB``."""
    if size < 1024:  # noqa: PLR2004
        return f"{size} B"
    if size < 1024 * 1024:
        return f"{size / 1024:.0f} KB"
    return f"{size / 1024 / 1024:.1f} MB"


def thumbnail(data: bytes, ratio: float) -> QPixmap:
    """A small picture of an image file; null when the bytes are no image or a bomb.

    The reader scales while it decodes, so a large photo costs little.
    """
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid() or size.width() * size.height() > _MAX_PIXELS:
        return QPixmap()
    side = round(THUMBNAIL * ratio)
    if max(size.width(), size.height()) > side:
        reader.setScaledSize(size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio))
    pixmap = QPixmap.fromImage(reader.read())
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


class AttachmentChip(QWidget):
    """One attachment: a thumbnail for images, otherwise icon, name and size.

    Signals:
        removed: The cross was pressed; carries the digest.
    """

    removed = Signal(str)

    def __init__(self, attachment: Attachment, *, removable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.attachment = attachment
        self.setObjectName("attachmentChip")
        self.setAccessibleName(self.tr("Attachment {name}").replace("{name}", attachment.name))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("kind", "chip")
        row = self._line = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 4 if removable else 8, 4)
        row.setSpacing(6)
        self._picture = QLabel(self)
        self._picture.setTextFormat(Qt.TextFormat.PlainText)
        self._picture.setPixmap(icon("image" if attachment.is_image else "file").pixmap(QSize(18, 18)))
        name = QLabel(self)
        self._words = [name]
        name.setTextFormat(Qt.TextFormat.PlainText)
        metrics = name.fontMetrics()
        name.setText(metrics.elidedText(attachment.name, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH))
        detail = QLabel(size_text(attachment.size), self)
        detail.setTextFormat(Qt.TextFormat.PlainText)
        detail.setProperty("kind", "muted")
        self._words.append(detail)
        row.addWidget(self._picture)
        row.addWidget(name)
        row.addWidget(detail)
        if removable:
            cross = QToolButton(self)
            cross.setObjectName("removeAttachmentButton")
            cross.setIcon(icon("close"))
            cross.setIconSize(QSize(14, 14))
            cross.setAutoRaise(True)
            cross.setAccessibleName(self.tr("Remove {name}").replace("{name}", attachment.name))
            cross.clicked.connect(lambda: self.removed.emit(self.attachment.digest))
            row.addWidget(cross)

    def set_bytes(self, data: bytes) -> None:
        """Show the picture itself in place of its name."""
        picture = thumbnail(data, self.devicePixelRatioF())
        if picture.isNull():
            return
        self._picture.setPixmap(picture)
        for label in self._words:
            label.hide()
        self.setToolTip(self.attachment.name.replace("<", "‹"))  # a tag would make it rich text
        margin = 4
        self._line.setContentsMargins(margin, margin, margin, margin)
        self._line.activate()
        self.updateGeometry()


class AttachmentRow(QWidget):
    """Chips in rows that wrap.

    Signals:
        blob_requested: A digest whose bytes are wanted for a thumbnail (``provide_blob``).
        removed: The user took an attachment away; carries the digest.
    """

    blob_requested = Signal(str)
    removed = Signal(str)

    def __init__(self, *, removable: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._removable = removable
        self._chips: list[AttachmentChip] = []
        self.flow = FlowLayout(self)
        self.hide()

    def show_attachments(self, attachments: Iterable[Attachment]) -> None:
        """Replace all chips; thumbnails are asked for."""
        for chip in self._chips:
            self.flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = []
        for attachment in attachments:
            chip = AttachmentChip(attachment, removable=self._removable, parent=self)
            chip.removed.connect(self.removed)
            self.flow.addWidget(chip)
            chip.show()
            self._chips.append(chip)
        self.setVisible(bool(self._chips))
        for chip in tuple(self._chips):
            if chip.attachment.is_image:
                self.blob_requested.emit(chip.attachment.digest)

    def provide_blob(self, digest: str, data: bytes) -> bool:
        """Give the bytes of an image; True when a chip here shows it."""
        hit = [chip for chip in self._chips if chip.attachment.digest == digest]
        for chip in hit:
            chip.set_bytes(data)
        self.flow.invalidate()
        return bool(hit)
