import { say, type Sentence, writeIn } from '../../platform/languages/index.ts'

/**
 * A rejection because of the file's content; a retry would fail the same way. The sentence is shown to people, `detail`
 * is logged.
 */
export class FileRefused extends Error {
  readonly sentence: Sentence
  readonly detail: string
  constructor(sentence: Sentence, detail = writeIn('en', sentence)) {
    super(writeIn('en', sentence))
    this.name = 'FileRefused'
    this.sentence = sentence
    this.detail = detail
  }
}

/** A rejection because the file needs more time than allowed. */
export class OutOfTime extends FileRefused {
  constructor(type: 'image' | 'video', detail: string) {
    super(
      type === 'image'
        ? say`This photo takes too long to read. Try a smaller one.`
        : say`This video takes too long to convert. Try a shorter or smaller one.`,
      detail,
    )
    this.name = 'OutOfTime'
  }
}

/** The child process working on a file died. The file may not be the cause, so the work is retried. */
export class ChildCrashed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ChildCrashed'
  }
}
