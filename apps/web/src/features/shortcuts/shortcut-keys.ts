/** The keys that do something on every screen. The dialog that `?` opens explains them. */
export const SHORTCUT_KEYS = ['/', 'j', 'k', '?'] as const

/** One of {@link SHORTCUT_KEYS}. */
export type ShortcutKey = (typeof SHORTCUT_KEYS)[number]
