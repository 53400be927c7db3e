/** One line of the overview: keys pressed after or with each other, and what they do. `or`: either of them does it. */
interface Shortcut {
  keys: readonly string[];
  or?: true;
  does: string;
}

/** What the overview lists, by where the keys work. `mod` is Ctrl, or ⌘ on a Mac. */
export const SHORTCUTS: readonly { where: string; keys: readonly Shortcut[] }[] = [
  {
    where: 'On every page',
    keys: [
      { keys: ['mod', 'K'], does: 'Search, or jump to a page' },
      { keys: ['/'], does: 'The same' },
      { keys: ['g', 'd'], does: 'Go to your dashboard' },
      { keys: ['g', 'c'], does: 'Go to your conversations' },
      { keys: ['n'], does: 'Start a new case review, where you may' },
      { keys: ['?'], does: 'This overview' },
      { keys: ['Esc'], does: 'Close a dialog, menu, search or reply' },
      { keys: ['↑', '↓'], or: true, does: 'Move through a menu, a group of choices or search results' },
      { keys: ['←', '→'], or: true, does: 'Move through tabs' },
      { keys: ['Home', 'End'], or: true, does: 'First or last tab, row, page or day' },
      { keys: ['Enter'], does: 'Open or press what has the focus' },
      { keys: ['Space'], does: 'Check or press what has the focus' },
    ],
  },
  {
    where: 'Lists',
    keys: [
      { keys: ['j', '↓'], or: true, does: 'Next row of a list' },
      { keys: ['k', '↑'], or: true, does: 'Previous row of a list' },
      { keys: ['x'], does: 'Choose the row, to act on several' },
      { keys: ['Alt', '↑'], does: 'Move a column to the left, in the columns panel' },
      { keys: ['Alt', '↓'], does: 'Move a column to the right' },
    ],
  },
  {
    where: 'Records',
    keys: [
      { keys: ['PgDn', '→'], or: true, does: 'Next page, where it fits the window' },
      { keys: ['PgUp', '←'], or: true, does: 'Previous page' },
      { keys: ['PgDn', 'PgUp'], or: true, does: 'Five pages on or back, in the thumbnails' },
      { keys: ['mod', 'F'], does: 'Search in the open record' },
      { keys: ['Enter'], does: 'Next hit of the search' },
      { keys: ['Shift', 'Enter'], does: 'Previous hit' },
      { keys: ['+'], does: 'Make the record larger' },
      { keys: ['-'], does: 'Make it smaller' },
      { keys: ['m'], does: 'Mark the passage selected in a record' },
    ],
  },
  {
    where: 'Writing',
    keys: [
      { keys: ['mod', 'Enter'], does: 'Send the message' },
      { keys: ['mod', 'B'], does: 'Bold, in a message' },
      { keys: ['mod', 'Z'], does: 'Undo, in a report' },
      { keys: ['mod', 'Y'], does: 'Redo' },
      { keys: ['mod', 'P'], does: 'Print the review’s brief' },
    ],
  },
  {
    where: 'Calendars and dividers',
    keys: [
      { keys: ['Alt', '↓'], does: 'Open the calendar of a date field' },
      { keys: ['←', '→'], or: true, does: 'Previous or next day' },
      { keys: ['↑', '↓'], or: true, does: 'Earlier or later, in the week of call times' },
      { keys: ['PgUp', 'PgDn'], or: true, does: 'Previous or next week of call times; month of a calendar' },
      { keys: ['←', '→'], or: true, does: 'Move the line between the records and the report' },
    ],
  },
];
