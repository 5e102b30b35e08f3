/**
 * Returns connection settings with the program's session options (`-c name=value ...`). The driver would drop them if the
 * URL has options of the operator, such as the endpoint of a hosted database; these are put before the program's, which
 * win.
 */
export function withSessionOptions(href: string, own: string): { connectionString: string; options: string } {
  const url = new URL(href)
  const operators = url.searchParams.getAll('options')
  url.searchParams.delete('options')
  return { connectionString: url.href, options: [...operators, own].join(' ') }
}
