// The demo server's picture and sound, base64: a notebook, 48 by 48, and a tenth of a second of 440 Hz.
#pragma once

namespace demo {

constexpr const char *notebookPng =
    "iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAIAAADYYG7QAAAAYElEQVR42u3YsQ2AIAAEQCZyAApncQxLBqB0JAaiM7GiYwE1UbjkB7jk882HuB2fSgACegtU"
    "1qXnOuvjAZoOtKd8MyoDAjJ7lQEBmb3KgIDMXmVAQGavMqChQH5qoL+CGoY7GjJkUZ7qAAAAAElFTkSuQmCC";

constexpr const char *toneWav =
    "UklGRkQDAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YSADAACAnrnN2NjOu6GCZEg0KCYvQlx6mbTK19nRv6aIaU03KSYtPld0k7DH1dnTw6uO"
    "b1I6KyYrOlJvjqvD09nVx7CTdFc+LSYpN01piKa/0dnXyrSZelxCLyYoNEhkgqG7ztjYzbmef2FGMicnMURefZu3y9fZ0L2jhWZLNSgmLkBZd5ayyNbZ0sGo"
    "i2xPOComLDxUcZCtxdTa1MWtkHFUPCwmKjhPbIuowdLZ1siylndZQC4mKDVLZoWjvdDZ18u3m31eRDEnJzJGYYCeuc3Y2M67oYJkSDQoJi9CXHqZtMrX2dG/"
    "pohpTTcpJi0+V3STsMfV2dPDq45vUjorJis6Um+Oq8PT2dXHsJN0Vz4tJik3TWmIpr/R2dfKtJl6XEIvJig0SGSCobvO2NjNuZ6AYUYyJycxRF59m7fL19nQ"
    "vaOFZks1KCYuQFl3lrLI1tnSwaiLbE84KiYsPFRxkK3F1NrUxa2QcVQ8LCYqOE9si6jB0tnWyLKWd1lALiYoNUtmhaO90NnXy7ebfV5EMScnMkZhgJ65zdjY"
    "zruhgmRINCgmL0Jcepm0ytfZ0b+miGlNNykmLT5XdJOwx9XZ08Orjm9SOismKzpSb46rw9PZ1cewk3RXPi0mKTdNaYimv9HZ18q0mXpcQi8mKDRIZIKhu87Y"
    "2M25nn9hRjInJzFEXn2bt8vX2dC9o4VmSzUoJi5AWXeWssjW2dLBqItsTzgqJiw8VHGQrcXU2tTFrZBxVDwsJio4T2yLqMHS2dbIspZ3WUAuJig1S2aFo73Q"
    "2dfLt5t9XkQxJycyRmF/nrjM1tbMuZ+CZUs4LSw1R196lq/Czc/Ht6GHbFRCNjQ7SV52kKe5xMfCtKGKc1xLQDxATF5zip+wu7+7saGNeGRUSURHUF9xhZin"
    "sre1rZ+OfGtcUU1OVWFwgZGfqa6tp52Pf3BjWlVVWmRwfoyYoaamopmOgnVqYl5dYWhxfIiRmZ2em5WNg3lxamZlZ2xzfISMkpWWlJCKg3x2cW5tbnJ2fIKH"
    "i42OjYqHg357eHZ1dnh6fYCDhIaGhYSDgX9+fX19fn5/fw==";

} // namespace demo
