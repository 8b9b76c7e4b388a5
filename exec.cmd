:: Windows has no "exec": npm start and npm run dev find this file in its place. It runs what it is given.
@%*
