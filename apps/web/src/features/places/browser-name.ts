/** The properties of a browser that affect how it is located. */
export type Browser = {
  name: 'chrome' | 'edge' | 'firefox' | 'safari' | 'other'
  mobile: boolean
  mobileSafari: boolean
}

/** Parses a user agent; `touches` distinguishes an iPad, which calls itself a Mac. */
export const readBrowser = (agent: string, touches = 0): Browser => {
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

/** The browser this runs in. */
export const thisBrowser = (): Browser => readBrowser(navigator.userAgent, navigator.maxTouchPoints)
