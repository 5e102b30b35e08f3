import { ask, type Bridge } from './bridge.ts'

type Token = { platform: 'android' | 'ios'; token: string }

/** Asks for the permission and gets this device's address for notifications; null if the person refuses. */
export const pushTokenOf = (bridge: Bridge) => async (): Promise<Token | null> => {
  const { receive } = await ask<{ receive: string }>(bridge, 'PushNotifications', 'requestPermissions')
  if (receive !== 'granted') return null
  const platform = bridge.getPlatform() === 'ios' ? 'ios' : 'android'
  return new Promise((resolve, reject) => {
    bridge.addListener('PushNotifications', 'registration', (data) =>
      resolve({ platform, token: (data as { value: string }).value }),
    )
    bridge.addListener('PushNotifications', 'registrationError', (data) =>
      reject(new Error((data as { error?: string }).error ?? 'This device could not be registered')),
    )
    ask(bridge, 'PushNotifications', 'register').catch(reject)
  })
}
