import { say, type Sentence, writeIn } from '../../../platform/languages/index.ts'

/**
 * Thrown to reject a file because of its content; a retry would fail the same way. `sentence` is shown to people,
 * `detail` is only logged.
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

/** Thrown to reject a file that takes longer to process than allowed. */
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

/** Thrown if the child process working on a file dies. The file may not be the cause, so the work is retried. */
export class ChildCrashed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ChildCrashed'
  }
}
