"""What an empty conversation shows: a word of welcome, and what to expect of the model that answers."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

_WIDTH = 460
_MARGIN = 20
_EDGE, _GAP = 4, 10
_ABOVE = 0.4
"""Share of the free height above the words: the middle seems low."""


class EmptyState(QWidget):
    """Fills its parent while there is no message.

    While the demonstration model would answer it says so, with the two ways to a better one.

    Signals:
        model_file_requested: Choose another GGUF file.
        provider_requested: Set up a provider.
    """

    model_file_requested = Signal()
    provider_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("transcriptEmpty")
        self._box = box = QWidget(self)
        self._welcome = _words(box, "transcriptEmptyWords", kind="heading")
        self._hint = _words(box, "transcriptEmptyHint")
        self._about = _words(box, "demonstrationWords")
        self._file = _button(box, "emptyModelFileButton")
        self._file.clicked.connect(self.model_file_requested)
        self._provider = _button(box, "emptyProviderButton")
        self._provider.clicked.connect(self.provider_requested)
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._buttons.addStretch(1)
        self._buttons.addWidget(self._file)
        self._buttons.addWidget(self._provider)
        self._buttons.addStretch(1)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, _EDGE, 0, _EDGE)
        column.setSpacing(_GAP)
        column.addWidget(self._welcome)
        column.addWidget(self._hint)
        column.addWidget(self._about)
        column.addLayout(self._buttons)
        self._demonstration = False
        self.set_demonstration(False)
        self.retranslate()
        parent.installEventFilter(self)

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self._welcome.setText(self.tr("What would you like to talk about?"))
        self._hint.setText(
            self.tr("Write below, drop files into the window, or type / for one of your prompts.")
        )
        self._about.setText(
            self.tr(
                "A small demonstration model answers here. It runs on this machine, without a key or a "
                "network, so that you can look around at once; what it writes is poor. For real work "
                "choose a better one:"
            )
        )
        for button, words in (
            (self._file, self.tr("Choose a model file…")),
            (self._provider, self.tr("Set up a provider…")),
        ):
            button.setText(words)
            button.setAccessibleName(words)
        self._spare()

    def set_demonstration(self, demonstration: bool) -> None:
        """Whether the model that came with the program would answer."""
        self._demonstration = demonstration
        for button in (self._file, self._provider):
            button.setVisible(demonstration)
        self._spare()

    def _spare(self) -> None:
        """Leave out what a small window has no room for, the least needed first."""
        width = min(_WIDTH, max(0, self.width() - 2 * _MARGIN))
        needed = self._file.sizeHint().width() + self._provider.sizeHint().width()
        side_by_side = needed + self._buttons.spacing() <= width
        self._buttons.setDirection(
            QBoxLayout.Direction.LeftToRight if side_by_side else QBoxLayout.Direction.TopToBottom
        )
        words = (
            [self._about, self._welcome, self._hint] if self._demonstration else [self._welcome, self._hint]
        )
        while self._demonstration and words and self._height(words, width) > self.height():
            words.pop()
        for label in (self._about, self._welcome, self._hint):
            if label.isHidden() is (label in words):  # showing asks for another layout, and so for this
                label.setVisible(label in words)
        height = self._height(words, width)
        left, top = (self.width() - width) // 2, int(max(0, self.height() - height) * _ABOVE)
        self._box.setGeometry(left, top, width, height)

    def _height(self, words: list[QLabel], width: int) -> int:
        """What the labels, and the buttons where there are any, take in height."""
        heights = [label.heightForWidth(width) for label in words]
        if self._demonstration:
            heights.append(self._buttons.sizeHint().height())
        return sum(heights) + _GAP * max(0, len(heights) - 1) + 2 * _EDGE

    def event(self, event: QEvent) -> bool:
        """Words of another size need another place."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._spare()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the parent."""
        parent = self.parentWidget()
        if watched is parent and parent is not None and event.type() == QEvent.Type.Resize:
            self.setGeometry(parent.rect())
            self._spare()
        return super().eventFilter(watched, event)


def _words(parent: QWidget, name: str, *, kind: str = "muted") -> QLabel:
    label = QLabel(parent, alignment=Qt.AlignmentFlag.AlignCenter)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("kind", kind)
    label.setWordWrap(True)
    return label


def _button(parent: QWidget, name: str) -> QPushButton:
    button = QPushButton(parent)
    button.setObjectName(name)
    return button
