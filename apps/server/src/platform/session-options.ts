/**
 * Settings without which our statements would fail or mean something else. A role or database may have others, which are
 * meant for people and reports.
 */
export const USUAL_SETTINGS: Readonly<Record<string, string | number>> = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  default_transaction_isolation: 'read committed',
  extra_float_digits: 1,
  idle_session_timeout: 0,
  transform_null_equals: 'off',
}

/** Writes settings as `-c name=value ...`, the form in which a connection starts with them. */
export function toSessionOptions(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(/[\\ ]/g, String.raw`\$&`)}`)
    .join(' ')
}

/**
 * Returns connection settings with the usual session options and the caller's `own` (`-c name=value ...`). The driver
 * would drop them if the URL has options of the operator, such as the endpoint of a hosted database; these are put before
 * the program's, which win.
 */
export function withSessionOptions(href: string, own = ''): { connectionString: string; options: string } {
  const url = new URL(href)
  const operators = url.searchParams.getAll('options')
  url.searchParams.delete('options')
  const options = [...operators, toSessionOptions(USUAL_SETTINGS), own].filter((part) => part !== '')
  return { connectionString: url.href, options: options.join(' ') }
}
