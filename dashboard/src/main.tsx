import './app/mantine.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/app.css';
import { App } from './app/App.js';

// Back may restore the whole screen of somebody who has signed out
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
