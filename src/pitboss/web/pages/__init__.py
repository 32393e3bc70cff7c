"""What people see: routers that render templates. The app includes every module here that has a `router`."""
