import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PROOF_ENV } from './program-env.ts'
import { buildSourcePath } from './program-file.ts'

/** Whether these tests run as part of `npm run proofs`, in which case they also measure times. */
export const isProof = Boolean(process.env.NOLLIE_PROOF)

/** Runs the short form of a proof and returns its output. Fails with that output if the proof fails. */
export async function shortProof(
  name: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const file = buildSourcePath(`packages/lab/proofs/${name}.ts`)
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [file, '--short', ...args], {
    env: { ...PROOF_ENV, ...env },
  }).then(
    (done) => ({ ...done, code: 0 }),
    (failed: { code: number | null; stdout: string; stderr: string }) => failed,
  )
  if (code !== 0) throw new Error(`${name} ended with ${code}.\n${stdout}\n${stderr}`)
  return stdout
}
