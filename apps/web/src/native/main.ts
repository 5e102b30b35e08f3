import type { NativePushDevice } from '@nollie/contract'
import type { Shell } from '../lib/native-shell.ts'
import { installBackButton } from './back-button.ts'
import { createBanner } from './banner.ts'
import { type Bridge, findBridge } from './bridge.ts'
import { installCamera } from './camera.ts'
import { chooseServer } from './first-start.ts'
import { installGeolocation } from './geolocation.ts'
import { installHaptics } from './haptics.ts'
import { installKeyboard } from './keyboard.ts'
import { installLinks } from './links.ts'
import { installNetwork } from './network.ts'
import { installPictures } from './pictures.ts'
import { forgetPush, installPush, createPush } from './push.ts'
import { installUploads, wrapFetch } from './requests.ts'
import { createSecureStorage } from './secure-storage.ts'
import { chosenServer } from './server-address.ts'
import { installShare } from './share.ts'
import { installStream } from './stream.ts'
import { makeTokens } from './tokens.ts'

// The first script in a native app's page. `npm run native` puts it before the web client, which runs unchanged. This
// script replaces browser APIs that behave differently on a device, under the same names (docs/native.md).

const request = globalThis.fetch.bind(globalThis)
// The script tag lists the web client's entry point for each language. This script starts the right one when everything
// is set up.
const entries = JSON.parse(document.currentScript?.dataset.entries ?? '{}') as Record<string, string>

// If no push service is configured, registering on Android crashes the app (docs/native.md).
const pushPlatforms = (document.currentScript?.dataset.push ?? '').split(' ')

async function sendAddress(device: NativePushDevice) {
  const answer = await fetch('/api/push/native-device', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(device),
  })
  if (!answer.ok) throw new Error('The server did not take the address')
}

function startClient() {
  const language = navigator.languages.flatMap((one) => [one, one.slice(0, 2)]).find((one) => entries[one])
  const [name, src] =
    Object.entries(entries).find(([one]) => one === language) ?? Object.entries(entries)[0] ?? []
  document.documentElement.lang = name ?? ''
  const script = document.createElement('script')
  script.type = 'module'
  script.src = src ?? ''
  document.head.append(script)
}

async function installDevice(bridge: Bridge) {
  installGeolocation(bridge)
  installShare(bridge)
  installCamera(bridge)
  installHaptics(bridge)
  installKeyboard(bridge)
  installBackButton(bridge)
  await installNetwork(bridge)
}

async function start(bridge: Bridge) {
  const chosen = chosenServer()
  if (!chosen) {
    await chooseServer(request, null)
    return location.replace('/')
  }
  const tokens = makeTokens(chosen, createSecureStorage(bridge), request, () => forgetPush(bridge))
  globalThis.fetch = wrapFetch(chosen, tokens, request, () => location.href)
  installUploads(chosen, tokens)
  installStream()
  installPictures()
  // The client's service worker caches responses from its own origin. An app's page has a different origin, and its
  // files are local.
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  await installDevice(bridge)
  await installLinks(bridge, chosen)
  const hasPush = pushPlatforms.includes(bridge.getPlatform())
  if (hasPush) installPush(bridge, chosen, sendAddress)
  const shell: Shell = {
    platform: bridge.getPlatform() === 'ios' ? 'ios' : 'android',
    server: chosen,
    chooseServer: () => {
      void chooseServer(request, chosen).then((next) => {
        if (next.origin !== chosen.origin) tokens.forget()
        location.replace('/')
      })
    },
    push: hasPush ? createPush(bridge) : null,
    banner: createBanner(bridge),
  }
  // Shared links point to the server, not to this page.
  Object.assign(globalThis, { nollieShell: shell, nollieOrigin: chosen.origin })
  startClient()
}

const bridge = findBridge(globalThis)
if (bridge) addEventListener('DOMContentLoaded', () => void start(bridge))
