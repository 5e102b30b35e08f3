import type { Role } from './module.ts'
import { StartRefused } from './platform/start-refused.ts'

/** Process roles by name. */
const ROLES = {
  all: { serves: true, works: true },
  web: { serves: true, works: false },
  worker: { serves: false, works: true },
} as const satisfies Record<string, Role>

type RoleName = keyof typeof ROLES

/**
 * Parses `--role web|worker|all` from the program's arguments; defaults to `all`.
 * @throws StartRefused for any other value
 */
export function readRole(args: readonly string[]): Role & { name: RoleName } {
  const [option, name, ...more] = args.flatMap((arg) => arg.split('='))
  if (option === undefined) return { name: 'all', ...ROLES.all }
  if (option !== '--role' || name === undefined || more.length > 0 || !Object.hasOwn(ROLES, name))
    throw new StartRefused(`Usage: npm start -- --role ${Object.keys(ROLES).join('|')}`)
  return { name: name as RoleName, ...ROLES[name as RoleName] }
}
