import { FileRefused } from './file-refused.ts'
import { makePictures, unreadable } from './pictures.ts'
import type { FromChild, ToChild } from './picture-pool.ts'

// A process of its own: a picture that makes a decoder hang, swell or crash takes only this down. It has no
// environment, may only read, and is told one file at a time by its parent (picture-pool.ts).

const tell = (message: FromChild) => process.send?.(message)

const work = async ({ path, format, part }: ToChild): Promise<void> => {
  try {
    const facts = await makePictures(path, format, (file, bytes) => tell({ file, bytes }), part)
    tell({ facts })
  } catch (error) {
    // What a decoder says of a file is the file's fault; its words help nobody but the log.
    const said = error instanceof Error ? error.message : String(error)
    tell({ refused: error instanceof FileRefused ? said : unreadable().message, said })
  }
}

process.on('message', (message) => void work(message as ToChild))
process.on('disconnect', () => process.exit(0))
