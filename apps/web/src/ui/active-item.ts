// Screens that belong to a way without standing under its path: other paths of the same screen, and what leads off it.
const BELONGS: Readonly<Record<string, string>> = {
  '/user-posts': '/feed',
  '/user-spots': '/profile',
  '/settings': '/profile',
}

/** Which of the ways of the main navigation the screen at a path belongs to; -1 for none. */
export function activeItem(items: readonly { href: string }[], path: string): number {
  const at = BELONGS[path] ?? path
  return items.findIndex(({ href }) => at === href || at.startsWith(`${href}/`))
}
