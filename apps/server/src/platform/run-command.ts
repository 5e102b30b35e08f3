import { describeFailure } from './describe-failure.ts'

/** Runs an operator's command with its arguments, and prints its result or why it did nothing. */
export const runCommand = (run: (args: string[]) => Promise<string>): Promise<void> =>
  run(process.argv.slice(2)).then(
    (result) => void process.stdout.write(`${result}\n`),
    (error: unknown) => {
      console.error(describeFailure(error) ?? error)
      process.exitCode = 1
    },
  )
