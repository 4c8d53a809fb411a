import { queryOptions } from '@tanstack/react-query';
import { api, apiPath } from '../../api/client';
import type { BrandPicture, SettingsHistory, SettingsPreview, SettingsState, SettingValue } from '../../api/types';
import { staffCall } from '../session/staff-call';

const SETTINGS = '/admin/settings';

/** Values by key; null goes back to the default. */
export type SettingChanges = Record<string, SettingValue | null>;
export type PreviewSubject = 'home' | 'post' | 'mail';

/** All settings with the place each comes from. For administrators; editors get 403. */
export const settingsQuery = queryOptions({
  queryKey: [SETTINGS],
  queryFn: ({ signal }) => staffCall(() => api.get<SettingsState>(SETTINGS, { signal })),
});

/** All or nothing. 409 `settings.changed`: somebody else saved since `version`. */
export function saveSettings(version: number, values: SettingChanges): Promise<SettingsState> {
  return staffCall(() => api.put<SettingsState>(SETTINGS, { version, values }));
}

/** Saved versions, the newest first. */
export const historyQuery = queryOptions({
  queryKey: [`${SETTINGS}/history`],
  queryFn: ({ signal }) => staffCall(() => api.get<SettingsHistory>(apiPath(`${SETTINGS}/history`), { signal })),
});

/** Takes back the values of an earlier version; 0 is the installation. */
export function restoreSettings(earlier: number, version: number): Promise<SettingsState> {
  return staffCall(() => api.post<SettingsState>(`${SETTINGS}/history/${earlier}/restore`, { version }));
}

/** PNG, JPEG or WebP; a setting names it by the hash that is answered. */
export function uploadPicture(file: File): Promise<BrandPicture> {
  return staffCall(() => api.post<BrandPicture>(`${SETTINGS}/pictures`, file));
}

/** A page or a mail as it would be with these changes. */
export const previewQuery = (values: SettingChanges, subject: PreviewSubject, dark: boolean) =>
  queryOptions({
    queryKey: [`${SETTINGS}/preview`, values, subject, dark],
    queryFn: ({ signal }) =>
      staffCall(() => api.post<SettingsPreview>(`${SETTINGS}/preview`, { values, subject, dark }, { signal })),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
