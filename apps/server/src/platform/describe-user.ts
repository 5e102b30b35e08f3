import { userInfo } from 'node:os'

/** Describes the user that runs this process, by name and id. */
export function describeUser(): string {
  const id = process.getuid?.()
  try {
    return id === undefined ? userInfo().username : `${userInfo().username} (user id ${id})`
  } catch {
    // A container's user may not have a name.
    return `user id ${id}`
  }
}
