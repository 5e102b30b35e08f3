import { userInfo } from 'node:os'

/** The user as whom this process runs, by name and id. */
export const describeUser = (): string => {
  const id = process.getuid?.()
  try {
    return id === undefined ? userInfo().username : `${userInfo().username} (user id ${id})`
  } catch {
    // A user of a container may have no name.
    return `user id ${id}`
  }
}
