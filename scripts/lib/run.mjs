import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
/** The pinned Node 24 that npm installed. */
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node')

/** Returns the environment for child processes, with the pinned Node first on the PATH. */
export function childEnv(more = {}) {
  return {
    ...process.env,
    PATH: [join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
    ...more,
  }
}

/**
 * Runs a program and resolves to { code, output }. With `show`, it writes to the terminal instead, and output is empty.
 * Never throws: if the program can't be started, the code is 127.
 * @param {string} program @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, uid?: number, gid?: number }} options
 */
export function run(program, args, { cwd = ROOT, env = childEnv(), show = false, uid, gid } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid, gid }),
    })
    let output = ''
    child.stdout?.on('data', (part) => (output += part))
    child.stderr?.on('data', (part) => (output += part))
    child.once('error', (error) => resolve({ code: 127, output: `${program}: ${error.message}` }))
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }))
  })
}

/** Returns the command for npm: the one that started this process, or the one on the PATH. @param {string[]} args */
export function npm(...args) {
  const cli = process.env.npm_execpath
  return cli && existsSync(cli) && /npm-cli\.c?js$/.test(cli)
    ? [process.execPath, [cli, ...args]]
    : ['npm', args]
}

/** Returns the path of a program on the PATH; null if there is none. @param {string} name */
export function which(name) {
  return (
    (process.env.PATH ?? '')
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find((path) => existsSync(path)) ?? null
  )
}

/**
 * Exits with a message for the person at the terminal.
 * @param {string} why
 * @returns {never}
 */
export function giveUp(why) {
  console.error(`\n${why}`)
  process.exit(1)
}
