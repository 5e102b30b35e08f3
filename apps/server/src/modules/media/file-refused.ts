/** The file's content is refused: another try would end the same. The message is for people, `detail` for the log. */
export class FileRefused extends Error {
  readonly detail: string
  constructor(message: string, detail = message) {
    super(message)
    this.name = 'FileRefused'
    this.detail = detail
  }
}

/** A file that needs more time than any is given: refused like every other that cannot be processed. */
export class OutOfTime extends FileRefused {
  constructor(type: 'image' | 'video', detail: string) {
    super(
      type === 'image'
        ? 'This picture takes too long to read. Try a smaller one.'
        : 'This video takes too long to convert. Try a shorter or smaller one.',
      detail,
    )
    this.name = 'OutOfTime'
  }
}

/** A process that worked on a file died, for whatever reason: worth another try. */
export class ChildCrashed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ChildCrashed'
  }
}
