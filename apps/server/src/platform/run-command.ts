import { StartRefused } from './start-refused.ts'

/** Runs a command of the operator with what stands behind its name: prints what it says, or why it did nothing. */
export const runCommand = (run: (args: string[]) => Promise<string>): Promise<void> =>
  run(process.argv.slice(2)).then(
    (result) => void process.stdout.write(`${result}\n`),
    (error: unknown) => {
      console.error(error instanceof StartRefused ? error.message : error)
      process.exitCode = 1
    },
  )
