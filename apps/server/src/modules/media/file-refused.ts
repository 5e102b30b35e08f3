/** The content of a file is at fault: another try would end the same. The message is for people, `said` for the log. */
export class FileRefused extends Error {
  readonly said: string
  constructor(message: string, said = message) {
    super(message)
    this.name = 'FileRefused'
    this.said = said
  }
}

/** A process that worked on a file died or took too long, for whatever reason: worth another try. */
export class ChildCrashed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ChildCrashed'
  }
}
