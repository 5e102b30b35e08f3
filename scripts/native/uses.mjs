/** The languages that the phone's settings list for the app. */
export const LANGUAGES = ['en', 'es', 'pt-BR', 'fr', 'de', 'ja']

/**
 * What the page of the app uses, by the plugin's name in `apps/web/src/native`: the package that brings it, the
 * permissions of Android, and the sentences with which iOS asks.
 */
export const USES = {
  App: { package: '@capacitor/app' },
  Camera: {
    package: '@capacitor/camera',
    android: ['CAMERA', 'RECORD_AUDIO', 'MODIFY_AUDIO_SETTINGS'],
    ios: {
      NSCameraUsageDescription:
        'Nollie uses the camera for photos and videos of spots and sessions that you share.',
      NSMicrophoneUsageDescription: 'Nollie uses the microphone for the sound of videos that you record.',
      NSPhotoLibraryUsageDescription: 'Nollie shows your photos so that you can choose which to share.',
      NSPhotoLibraryAddUsageDescription: 'Nollie saves photos that you take in it if you ask it to.',
    },
  },
  Geolocation: {
    package: '@capacitor/geolocation',
    android: ['ACCESS_COARSE_LOCATION', 'ACCESS_FINE_LOCATION'],
    ios: {
      NSLocationWhenInUseUsageDescription:
        'Nollie uses your position to show spots near you and to place the ones you share.',
    },
  },
  Haptics: { package: '@capacitor/haptics', android: ['VIBRATE'] },
  Keyboard: { package: '@capacitor/keyboard' },
  Network: { package: '@capacitor/network', android: ['ACCESS_NETWORK_STATE'] },
  PushNotifications: { package: '@capacitor/push-notifications', android: ['POST_NOTIFICATIONS'] },
  SecureStorage: { package: '@aparajita/capacitor-secure-storage' },
  Share: { package: '@capacitor/share' },
}
/** Not in our app: whoever adds an ad service adds its plugin (docs/native.md). */
export const ABSENT = ['AdMob']

/** Permissions of Android beside those of plugins. */
export const BASE_PERMISSIONS = ['INTERNET']
