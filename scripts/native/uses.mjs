/** The languages listed in the phone's app settings. */
export const LANGUAGES = ['en', 'es', 'pt-BR', 'fr', 'de', 'ja']

/**
 * The plugins the app's page uses, by their name in `apps/web/src/native`: the package, the Android permissions, and
 * the messages for iOS permission prompts.
 */
export const USES = {
  AdMob: { package: '@capacitor-community/admob' },
  App: { package: '@capacitor/app' },
  Camera: {
    package: '@capacitor/camera',
    android: ['CAMERA', 'RECORD_AUDIO', 'MODIFY_AUDIO_SETTINGS'],
    ios: {
      NSCameraUsageDescription:
        'Nollie uses the camera for photos and videos of spots and sessions that you share.',
      NSMicrophoneUsageDescription: 'Nollie uses the microphone to record sound with your videos.',
      NSPhotoLibraryUsageDescription: 'Nollie shows your photos so that you can choose which to share.',
      NSPhotoLibraryAddUsageDescription: 'Nollie saves photos that you take in the app when you choose to.',
    },
  },
  Geolocation: {
    package: '@capacitor/geolocation',
    android: ['ACCESS_COARSE_LOCATION', 'ACCESS_FINE_LOCATION'],
    ios: {
      NSLocationWhenInUseUsageDescription:
        'Nollie uses your location to show spots near you and to place the ones you share.',
    },
  },
  Haptics: { package: '@capacitor/haptics', android: ['VIBRATE'] },
  Keyboard: { package: '@capacitor/keyboard' },
  Network: { package: '@capacitor/network', android: ['ACCESS_NETWORK_STATE'] },
  PushNotifications: { package: '@capacitor/push-notifications', android: ['POST_NOTIFICATIONS'] },
  SecureStorage: { package: '@aparajita/capacitor-secure-storage' },
  Share: { package: '@capacitor/share' },
}
/** Android permissions in addition to the plugins'. */
export const BASE_PERMISSIONS = ['INTERNET']

/**
 * The ad service's app IDs if the operator has none: Google's sample IDs. Without an ID, the library crashes the app on
 * start.
 */
export const SAMPLE_AD_IDS = {
  android: 'ca-app-pub-3940256099942544~3347511713',
  ios: 'ca-app-pub-3940256099942544~1458002511',
}

/** Whether a string is one of the ad service's app IDs; unit IDs contain a slash. */
export function isAdId(text) {
  return /^ca-app-pub-\d{16}~\d{10}$/.test(text)
}
