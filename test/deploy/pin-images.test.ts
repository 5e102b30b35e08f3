import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../architecture/files.ts'

/** Tests deploy/pin-images.sh with a docker that invents digests. */

const DIGEST = `sha256:${'5a'.repeat(32)}`
const IMAGES = [
  'node:24.21.0-bookworm-slim',
  'debian:12.12-slim',
  'caddy:2.8.4',
  'postgres:18.1',
  'clamav/clamav:1.4.3',
]

/** Copies the deployment files. `docker` is the body of a shell script. */
function copyFiles(docker: string) {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-pins-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(ROOT, 'deploy'), join(folder, 'deploy'), {
    recursive: true,
    filter: (path) => !path.includes('.programs'),
  })
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\n${docker}\n`)
  chmodSync(join(folder, 'docker'), 0o755)
  const run = (...args: string[]) =>
    spawnSync(join(folder, 'deploy/pin-images.sh'), args, {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    })
  return { run, readFile: (name: string) => readFileSync(join(folder, 'deploy', name), 'utf8') }
}

test('lists every image that is not pinned, then pins all of them', () => {
  const { run, readFile } = copyFiles(`[ "$1 $2 $3" = 'buildx imagetools inspect' ] && echo ${DIGEST}`)
  const before = run('check')
  expect(before.status).toBe(1)
  for (const image of [...IMAGES, 'registry.example/nollie:', 'registry.example/nollie-programs:'])
    expect(before.stdout).toContain(image)
  const { status, stderr } = run()
  expect([status, stderr]).toEqual([0, ''])
  const after = run('check')
  expect([after.status, after.stdout]).toEqual([0, 'All images are pinned by digest.\n'])
  const all = ['Containerfile', 'fleet.Containerfile', 'compose.yml', 'compose.fleet.yml']
    .map(readFile)
    .join('')
  for (const image of IMAGES) expect(all).toContain(`${image}@${DIGEST}\n`)
  // Locally built images have no registry.
  expect(all).toMatch(/image: nollie\n/)
  const { images } = parse(readFile('kubernetes/kustomization.yaml'))
  expect(images).toEqual(
    ['nollie', 'nollie-programs'].map((name) => ({
      name,
      newName: `registry.example/${name}`,
      digest: DIGEST,
    })),
  )
})

test('an image whose digest is unknown keeps its tag, is named, and fails the command', () => {
  for (const answer of ['exit 1', 'echo not a digest', 'true']) {
    const { run, readFile } = copyFiles(`case "$4" in caddy:*) ${answer} ;; *) echo ${DIGEST} ;; esac`)
    const { status, stderr } = run()
    expect(status).toBe(1)
    expect(stderr).toContain('No digest for caddy:2.8.4 (compose.yml).')
    expect(readFile('compose.yml')).toContain('image: caddy:2.8.4\n')
    expect(readFile('fleet.Containerfile')).toContain(`FROM debian:12.12-slim@${DIGEST}\n`)
    expect(run('check').stdout).toBe(
      'Not pinned by digest:\ncompose.fleet.yml\tcaddy:2.8.4\ncompose.yml\tcaddy:2.8.4\n',
    )
  }
})
