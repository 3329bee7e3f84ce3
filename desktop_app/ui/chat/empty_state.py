"""What an empty conversation shows: a word of welcome, and what to expect of the model that answers."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

_WIDTH = 440


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
        box = QWidget(self)
        box.setFixedWidth(_WIDTH)
        self._welcome = _words(box, "transcriptEmptyWords")
        self._about = _words(box, "demonstrationWords")
        self._file = _button(box, "emptyModelFileButton")
        self._file.clicked.connect(self.model_file_requested)
        self._provider = _button(box, "emptyProviderButton")
        self._provider.clicked.connect(self.provider_requested)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self._file)
        buttons.addWidget(self._provider)
        buttons.addStretch(1)
        column = QVBoxLayout(box)
        column.setSpacing(12)
        column.addWidget(self._welcome)
        column.addWidget(self._about)
        column.addLayout(buttons)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(box)
        middle.addStretch(1)
        outer = QVBoxLayout(self)
        outer.addStretch(2)
        outer.addLayout(middle)
        outer.addStretch(3)
        self.set_demonstration(False)
        self.retranslate()
        parent.installEventFilter(self)

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self._welcome.setText(self.tr("Nothing here yet. Write the first message below."))
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

    def set_demonstration(self, demonstration: bool) -> None:
        """Whether the model that came with the program would answer."""
        for part in (self._about, self._file, self._provider):
            part.setVisible(demonstration)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the parent."""
        parent = self.parentWidget()
        if watched is parent and parent is not None and event.type() == QEvent.Type.Resize:
            self.setGeometry(parent.rect())
        return super().eventFilter(watched, event)


def _words(parent: QWidget, name: str) -> QLabel:
    label = QLabel(parent, alignment=Qt.AlignmentFlag.AlignCenter)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("kind", "muted")
    label.setWordWrap(True)
    return label


def _button(parent: QWidget, name: str) -> QPushButton:
    button = QPushButton(parent)
    button.setObjectName(name)
    return button
