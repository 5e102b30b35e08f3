import { ask, type Bridge, trigger } from './bridge.ts'

/** The device's secure storage: keychain on iOS, keystore on Android. */
export type SecureStorage = {
  read: (name: string) => Promise<string | null>
  write: (name: string, value: string) => Promise<void>
  remove: (name: string) => void
}

const PLUGIN = 'SecureStorage'

function buildOptions(name: string) {
  return { prefixedKey: `nollie_${name}`, sync: false }
}

/** The plugin's `afterFirstUnlockThisDeviceOnly`: readable after the first unlock, and excluded from backups. */
const ACCESS = 3

/** Stores secrets with the plugin. An unreadable secret counts as missing, so the person has to sign in again. */
export function createSecureStorage(bridge: Bridge): SecureStorage {
  return {
    read: async (name) => {
      const found = await ask<{ data: string | null }>(
        bridge,
        PLUGIN,
        'internalGetItem',
        buildOptions(name),
      ).catch(() => null)
      return found?.data || null
    },
    write: async (name, data) => {
      await ask(bridge, PLUGIN, 'internalSetItem', { ...buildOptions(name), data, access: ACCESS })
    },
    remove: (name) => trigger(bridge, PLUGIN, 'internalRemoveItem', buildOptions(name)),
  }
}
