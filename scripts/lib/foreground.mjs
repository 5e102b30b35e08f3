import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { childEnv, NODE, ROOT } from './run.mjs'

/**
 * Runs programs with the pinned Node in this terminal until one ends, then stops the others and exits with its code.
 * Forwards signals to all of them. The programs also stop when the parent process dies, so that killing npm with -9
 * leaves no server running.
 * @param {{ args: string[], cwd?: string, env?: NodeJS.ProcessEnv }[]} programs
 */
export function runInForeground(programs) {
  const npmIsGone = whetherNpmIsGone()
  const children = programs.map(({ args, cwd = ROOT, env }) =>
    // The IPC channel closes when this process dies, so children notice even without a signal.
    spawn(NODE, args, { cwd, env: childEnv(env), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }),
  )
  const passOn = (signal) => {
    for (const child of children) if (child.exitCode === null) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, passOn)
  const watch = setInterval(() => {
    if (!npmIsGone()) return
    clearInterval(watch)
    passOn('SIGTERM')
  }, 500)

  let result = null
  let left = children.length
  for (const child of children) {
    child.once('error', (error) => console.error(error.message))
    child.once('exit', (code, signal) => {
      result ??= code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)
      left -= 1
      if (left === 0) process.exit(result)
      passOn('SIGTERM')
    })
  }
}

/**
 * Returns a function that checks whether the npm process that started this one has died. On many systems, a shell
 * between the two outlives npm. A process started by hand, e.g. with nohup, may outlive its parent.
 */
function whetherNpmIsGone() {
  if (!process.env.npm_lifecycle_event) return () => false
  const parent = process.ppid
  const { name, parent: npm } = processInfo(parent)
  const isShell = /^(sh|dash|bash|ash|zsh)$/.test(name)
  return () => process.ppid !== parent || (isShell && processInfo(parent).parent !== npm)
}

/** Returns a process's name and parent; empty if the system has no /proc. @param {number} pid */
function processInfo(pid) {
  try {
    const [, name = '', parent = ''] =
      /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent }
  } catch {
    return { name: '', parent: '' }
  }
}
