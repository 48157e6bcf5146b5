import { createTheme, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { useState } from 'react';
import { createQueryClient } from '../shared/query-client.js';
import { Routes } from './Routes.js';

/** Shade 8 in both schemes: Mantine's default blue has too little contrast for text (WCAG 2.2 AA). */
const theme = createTheme({ primaryShade: 8, autoContrast: true, cursorType: 'pointer' });

/** The nonce of this page, which styles that scripts add must carry (api/web-app/policy.ts). */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <Routes />
      </QueryClientProvider>
    </MantineProvider>
  );
}
