import type { CDPSession, Page } from '@playwright/test'

/** Adds a device that creates passkeys and asks for its owner's fingerprint, which the owner provides immediately. */
export async function addDevice(page: Page) {
  const device: CDPSession = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    count: async () => (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    press: (enabled: boolean) =>
      device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}
