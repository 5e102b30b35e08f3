import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NODE, run } from '../lib/run.mjs'
import { addPush, writeConfiguration } from './configure.mjs'
import { colourGround, drawPictures } from './pictures.mjs'

/**
 * Creates the Android and iOS projects from scratch, in a folder that has Capacitor and the web client's files.
 * @throws with the output of the step that failed
 */
export async function makeProjects(folder, facts, say) {
  const [android, ios] = [join(folder, 'android'), join(folder, 'ios')]
  const must = async (what, tool, ...args) => {
    say(what)
    const { code, output } = await run(NODE, [join(folder, 'node_modules', tool), ...args], { cwd: folder })
    if (code !== 0) throw new Error(`${what}: failed\n${output}`)
  }
  const capacitor = '@capacitor/cli/bin/capacitor'
  await rm(android, { recursive: true, force: true })
  await rm(ios, { recursive: true, force: true })
  await must('Creating the Android project.', capacitor, 'add', 'android')
  await must('Creating the iOS project.', capacitor, 'add', 'ios')
  const configuration = await writeConfiguration(folder, facts)
  const projects = ['--android-project', android, '--ios-project', join(ios, 'App')]
  await must(
    'Configuring both projects.',
    '@trapezedev/configure/bin/trapeze',
    'run',
    configuration,
    '-y',
    ...projects,
  )
  if (facts.googleServices) await cp(facts.googleServices, join(android, 'app/google-services.json'))
  await addPush(join(ios, 'App/App/AppDelegate.swift'))
  const res = join(android, 'app/src/main/res')
  await drawPictures([res, join(ios, 'App/App/Assets.xcassets')])
  await colourGround(res)
}
