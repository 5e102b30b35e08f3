// Screens that belong to a navigation item although their path has a different prefix.
const BELONGS: Readonly<Record<string, string>> = {
  '/user-posts': '/feed',
  '/user-spots': '/profile',
  '/settings': '/profile',
}

/** The index of the navigation item that a path belongs to; -1 for none. */
export function activeItem(items: readonly { href: string }[], path: string): number {
  const at = BELONGS[path] ?? path
  return items.findIndex(({ href }) => at === href || at.startsWith(`${href}/`))
}
