import { StartRefused } from '../platform/start-refused.ts'
import type { Steps } from './migrations/steps.ts'

const WITH_THAT = {
  database: {
    newer: 'Start that version, or restore a backup from before.',
    older: 'Start that version, or this one with an empty database and data directory.',
  },
  backup: { newer: 'Restore it with that version.', older: 'Restore it with that version.' },
}

/**
 * @throws StartRefused for a database or backup with a migration that isn't in `steps`, because it's from a newer
 * version or from before the first of `steps`
 */
export function requireKnownSteps(
  found: readonly string[],
  steps: Steps,
  where: keyof typeof WITH_THAT,
): void {
  const unknown = found.filter((name) => !(name in steps))
  const [first] = Object.keys(steps)
  if (unknown.length === 0) return
  if (first !== undefined && !found.includes(first))
    throw new StartRefused(
      `The ${where} was made by a version of Nollie from before ${first}, which this version can't update. ` +
        WITH_THAT[where].older,
    )
  throw new StartRefused(
    `The ${where} was made by a newer version of Nollie (it has ${unknown.join(', ')}, which this version doesn't know). ` +
      WITH_THAT[where].newer,
  )
}
