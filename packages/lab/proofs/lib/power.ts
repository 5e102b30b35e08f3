import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const IN_OWN_MOUNTS = 'NOLLIE_OWN_MOUNTS'

/** Returns why this machine can't simulate a power cut; null if it can. */
export function powerMissing(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux'
  for (const program of ['unshare', 'mount', 'losetup', 'mkfs.ext4', 'perl'])
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return `not found: ${program}`
  if (!existsSync('/dev/loop-control')) return 'the system has no loop devices'
  if (spawnSync('unshare', ['-m', 'losetup', '-f']).status !== 0) return 'loop devices are not allowed here'
  return null
}

/** Runs this program again with its own mounts, which always end when it does. Returns true in that second run. */
export function inOwnMounts(file: string): boolean {
  if (process.env[IN_OWN_MOUNTS]) return true
  const { status } = spawnSync(
    'unshare',
    ['-m', '--propagation', 'private', process.execPath, file, ...process.argv.slice(2)],
    { stdio: 'inherit', env: { ...process.env, [IN_OWN_MOUNTS]: 'yes' } },
  )
  process.exitCode = status ?? 1
  return false
}

// Uses ext4's emergency shutdown: no more data or journal is written, and all later calls fail.
const CUT = `open(my $f, '<', $ARGV[0]) or die; my $how = pack('L', 2); ioctl($f, 0x8004587d, $how) or die $!`

/** A disk image whose power can be cut. */
export type Disk = { path: string; cut: () => void; back: () => Promise<void>; unmount: () => Promise<void> }

/** Creates and mounts a disk with this many megabytes. */
export function makeDisk(folder: string, megabytes: number): Disk {
  const [file, path] = [join(folder, 'disk.img'), join(folder, 'disk')]
  writeFileSync(file, '')
  truncateSync(file, megabytes * 1024 ** 2)
  execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', file])
  mkdirSync(path, { mode: 0o755 })
  const mount = () => execFileSync('mount', ['-o', 'loop', file, path])
  mount()
  const unmount = async () => {
    for (let tries = 0; spawnSync('umount', [path]).status !== 0; tries += 1) {
      if (tries > 500) throw new Error('something still uses the disk')
      await sleep(20)
    }
  }
  return {
    path,
    cut: () => execFileSync('perl', ['-e', CUT, path]),
    unmount,
    // Unmounting discards data that is only in the system's memory.
    back: async () => {
      await unmount()
      mount()
    },
  }
}
