// Screens that belong to a navigation item even though their path has a different prefix.
const BELONGS: Readonly<Record<string, string>> = {
  '/user-posts': '/feed',
  '/user-spots': '/profile',
  '/settings': '/profile',
}

/** Returns the index of the navigation item for a path; -1 if there is none. */
export function activeItem(items: readonly { href: string }[], path: string): number {
  const at = BELONGS[path] ?? path
  return items.findIndex(({ href }) => at === href || at.startsWith(`${href}/`))
}
