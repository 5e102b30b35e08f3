/** Browser properties that affect how the device is located. */
export type Browser = {
  name: 'chrome' | 'edge' | 'firefox' | 'safari' | 'other'
  mobile: boolean
  mobileSafari: boolean
}

/** Parses a user agent. `touches` identifies iPads, which claim to be Macs. */
export function readBrowser(agent: string, touches = 0): Browser {
  const apple = /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touches > 1)
  const name = /Edg(e|A|iOS)?\//.test(agent)
    ? 'edge'
    : /Firefox\/|FxiOS\//.test(agent)
      ? 'firefox'
      : /Chrome\/|CriOS\//.test(agent)
        ? 'chrome'
        : /Safari\//.test(agent)
          ? 'safari'
          : 'other'
  return { name, mobile: apple || /Android|Mobile/.test(agent), mobileSafari: apple && name === 'safari' }
}

/** Returns the browser that this code runs in. */
export function readThisBrowser(): Browser {
  return readBrowser(navigator.userAgent, navigator.maxTouchPoints)
}
